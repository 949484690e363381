//! `+required`: the field must be present.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+required",
    spellings: &[
        Spelling { name: "required", takes: Takes::Nothing },
        Spelling { name: "k8s:required", takes: Takes::Nothing },
        Spelling { name: "kubebuilder:validation:Required", takes: Takes::Nothing },
        Spelling { name: "kubebuilder:validation:required", takes: Takes::Nothing },
    ],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "The field must be present. Without the marker, a field is required unless it is an `Option` \
              or has `#[serde(default)]`. A required `Option` cannot be null, unless it has `+nullable`. It \
              may be skipped if it is `None`; it is then reported as missing.",
    keyword: "`required` of the object",
    example: "/// +required\npub field: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.required = Some(at);
}
