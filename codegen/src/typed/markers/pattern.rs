//! `+kubebuilder:validation:Pattern`: a regular expression in RE2's syntax that matches somewhere in the text.

use super::{Ask, At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:Pattern",
    spellings: &[Spelling { name: "kubebuilder:validation:Pattern", takes: Takes::Text }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Texts,
    repeats: false,
    meaning: "A regular expression in RE2's syntax that matches somewhere in the text. Back-ticks or \
              quotes around it are not part of it.",
    keyword: "`pattern`",
    example: "/// +kubebuilder:validation:Pattern=`^[a-z]+$`\npub field: String,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    if let Given::Text(text) = given {
        said.asks.push((Ask::Pattern(text), at));
    }
}
