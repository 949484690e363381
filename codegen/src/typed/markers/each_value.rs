//! `+k8s:eachVal`: a marker for items and values.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:eachVal",
    spellings: &[Spelling { name: "k8s:eachVal", takes: Takes::Marker }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: true,
    meaning: "Another marker, for each item of a list or each value of a map. The markers of \
              controller-gen have names of their own for that: \
              `+kubebuilder:validation:items:MaxLength=64`.",
    keyword: "the keyword, in `items` or `additionalProperties`",
    example: "/// +k8s:eachVal=+k8s:maxLength=64\npub field: Vec<String>,",
    say,
};

/// What stands behind it is read in its place.
fn say(_: &mut MarkerSet, _: Given, _: At) {}
