//! `+k8s:eachVal`: a marker for each item of a list or value of a map.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:eachVal",
    spellings: &[Spelling { name: "k8s:eachVal", takes: Takes::Marker }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: true,
    meaning: "Applies another marker to each item of a list or each value of a map. controller-gen has separate \
              names for this: `+kubebuilder:validation:items:MaxLength=64`.",
    keyword: "the keyword, in `items` or `additionalProperties`",
    example: "/// +k8s:eachVal=+k8s:maxLength=64\npub field: Vec<String>,",
    say,
};

/// The marker in its argument is read instead (`read.rs`).
fn say(_: &mut MarkerSet, _: Given, _: At) {}
