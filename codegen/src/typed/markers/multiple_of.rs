//! `+kubebuilder:validation:MultipleOf`: only multiples of this are admitted.

use super::{Ask, At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:MultipleOf",
    spellings: &[Spelling { name: "kubebuilder:validation:MultipleOf", takes: Takes::Number }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "Only multiples of this are admitted.",
    keyword: "`multipleOf`",
    example: "/// +kubebuilder:validation:MultipleOf=8\npub field: u32,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    if let Given::Number(number) = given {
        said.asks.push((Ask::MultipleOf(number), at));
    }
}
