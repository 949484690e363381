//! `+default`: the default value.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+default",
    spellings: &[
        Spelling { name: "default", takes: Takes::Json },
        Spelling { name: "kubebuilder:default", takes: Takes::Value },
        Spelling { name: "k8s:default", takes: Takes::Json },
    ],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "The value that the server sets if the field is absent. It must be of the field's type. \
              `#[serde(default)]` needs no marker: its value is taken from the type. \
              The derive's rules see the default of a marker in a field that is not written.",
    keyword: "`default`",
    example: "/// +default=3\n#[serde(default = \"three\")]\npub replicas: u32,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Json(value) = given {
        markers.default = Some((value, at));
    }
}
