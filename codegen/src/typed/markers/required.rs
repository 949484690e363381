//! `+required`: it must be there.

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
    meaning: "The field must be there. Without the marker, a field is required unless it is an `Option` \
              or has `#[serde(default)]`. An `Option` that is required cannot be null; it may be \
              skipped where it is `None`, and is missing then.",
    keyword: "`required` of the object",
    example: "/// +required\npub field: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.required = Some(at);
}
