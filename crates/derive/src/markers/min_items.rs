//! `+k8s:minItems`: the minimum number of items of a list.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minItems",
    spellings: &[
        Spelling { name: "k8s:minItems", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MinItems", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Lists,
    repeats: false,
    meaning: "The minimum number of items of a list.",
    keyword: "`minItems`",
    example: "/// +k8s:minItems=1\npub field: Vec<String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MinItems(count), at));
    }
}
