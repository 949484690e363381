//! `+kubebuilder:validation:Enum`: the allowed values.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:Enum",
    spellings: &[Spelling { name: "kubebuilder:validation:Enum", takes: Takes::List }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Scalars,
    repeats: false,
    meaning: "The allowed values. Prefer an enum of unit variants, which declares them as its variants.",
    keyword: "`enum`",
    example: "/// +kubebuilder:validation:Enum=Always;Never\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::List(values) = given {
        markers.constraints.push((Constraint::Values(values), at));
    }
}
