//! `+k8s:minLength`: the minimum number of characters of a string.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minLength",
    spellings: &[
        Spelling { name: "k8s:minLength", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MinLength", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Texts,
    repeats: false,
    meaning: "The minimum number of characters of a string.",
    keyword: "`minLength`",
    example: "/// +k8s:minLength=1\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MinLength(count), at));
    }
}
