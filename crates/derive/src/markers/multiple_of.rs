//! `+kubebuilder:validation:MultipleOf`: only multiples of this number are allowed.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:MultipleOf",
    spellings: &[Spelling { name: "kubebuilder:validation:MultipleOf", takes: Takes::Number }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "Only multiples of this number are allowed.",
    keyword: "`multipleOf`",
    example: "/// +kubebuilder:validation:MultipleOf=8\npub field: u32,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Number(number) = given {
        markers.constraints.push((Constraint::MultipleOf(number), at));
    }
}
