//! `+k8s:maxItems`: the maximum number of items of a list.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:maxItems",
    spellings: &[
        Spelling { name: "k8s:maxItems", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MaxItems", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Lists,
    repeats: false,
    meaning: "The maximum number of items of a list.",
    keyword: "`maxItems`",
    example: "/// +k8s:maxItems=16\npub field: Vec<String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MaxItems(count), at));
    }
}
