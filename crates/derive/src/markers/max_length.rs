//! `+k8s:maxLength`: the maximum number of characters of a string.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:maxLength",
    spellings: &[
        Spelling { name: "k8s:maxLength", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MaxLength", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Texts,
    repeats: false,
    meaning: "The maximum number of characters of a string.",
    keyword: "`maxLength`",
    example: "/// +k8s:maxLength=63\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MaxLength(count), at));
    }
}
