//! `+kubebuilder:validation:ExclusiveMinimum`: the minimum itself is not allowed.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:ExclusiveMinimum",
    spellings: &[Spelling { name: "kubebuilder:validation:ExclusiveMinimum", takes: Takes::Flag }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "The minimum itself is not allowed. Requires a minimum.",
    keyword: "`exclusiveMinimum: true`",
    example: "/// +kubebuilder:validation:Minimum=0\n/// \
              +kubebuilder:validation:ExclusiveMinimum=true\npub field: f64,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Flag(true) = given {
        markers.constraints.push((Constraint::ExclusiveMinimum, at));
    }
}
