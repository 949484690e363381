//! `+k8s:format`: a format that servers know, such as `date-time`, `uri` or `k8s-short-name`.

use super::{Ask, At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:format",
    spellings: &[
        Spelling { name: "k8s:format", takes: Takes::Name },
        Spelling { name: "kubebuilder:validation:Format", takes: Takes::Name },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Scalars,
    repeats: false,
    meaning: "A format that servers know, such as `date-time`, `uri` or `k8s-short-name`.",
    keyword: "`format`",
    example: "/// +k8s:format=uuid\npub field: String,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    if let Given::Text(text) = given {
        said.asks.push((Ask::Format(text), at));
    }
}
