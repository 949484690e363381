//! `+k8s:maximum`: the maximum of a number.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:maximum",
    spellings: &[
        Spelling { name: "k8s:maximum", takes: Takes::Number },
        Spelling { name: "kubebuilder:validation:Maximum", takes: Takes::Number },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "The maximum of the number. It is stored as a 64-bit float, as in the server.",
    keyword: "`maximum`",
    example: "/// +k8s:maximum=100\npub field: u32,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Number(number) = given {
        markers.constraints.push((Constraint::Maximum(number), at));
    }
}
