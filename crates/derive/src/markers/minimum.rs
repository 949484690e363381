//! `+k8s:minimum`: the minimum of a number.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minimum",
    spellings: &[
        Spelling { name: "k8s:minimum", takes: Takes::Number },
        Spelling { name: "kubebuilder:validation:Minimum", takes: Takes::Number },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "The minimum of the number. It is stored as a 64-bit float, as in the server.",
    keyword: "`minimum`",
    example: "/// +k8s:minimum=1\npub field: u32,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Number(number) = given {
        markers.constraints.push((Constraint::Minimum(number), at));
    }
}
