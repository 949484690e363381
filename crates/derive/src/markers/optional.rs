//! `+optional`: the field may be absent.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+optional",
    spellings: &[
        Spelling { name: "optional", takes: Takes::Nothing },
        Spelling { name: "k8s:optional", takes: Takes::Nothing },
        Spelling { name: "kubebuilder:validation:Optional", takes: Takes::Nothing },
        Spelling { name: "kubebuilder:validation:optional", takes: Takes::Nothing },
    ],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "The field may be absent. It must be an `Option` or have `#[serde(default)]`; otherwise \
              deserialization would fail.",
    keyword: "not in `required` of the object",
    example: "/// +optional\npub field: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.optional = Some(at);
}
