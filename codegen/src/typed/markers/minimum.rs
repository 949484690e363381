//! `+k8s:minimum`: the least number that is admitted.

use super::{Ask, At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minimum",
    spellings: &[
        Spelling { name: "k8s:minimum", takes: Takes::Number },
        Spelling { name: "kubebuilder:validation:Minimum", takes: Takes::Number },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "The least number that is admitted. It is held as a 64-bit float, as servers do.",
    keyword: "`minimum`",
    example: "/// +k8s:minimum=1\npub field: u32,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    if let Given::Number(number) = given {
        said.asks.push((Ask::Minimum(number), at));
    }
}
