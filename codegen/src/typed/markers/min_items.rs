//! `+k8s:minItems`: the fewest items a list may have.

use super::{Ask, At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minItems",
    spellings: &[
        Spelling { name: "k8s:minItems", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MinItems", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Lists,
    repeats: false,
    meaning: "The fewest items a list may have.",
    keyword: "`minItems`",
    example: "/// +k8s:minItems=1\npub field: Vec<String>,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    if let Given::Count(count) = given {
        said.asks.push((Ask::MinItems(count), at));
    }
}
