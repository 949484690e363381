//! `+kubebuilder:validation:ExclusiveMaximum`: the maximum itself is not allowed.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:ExclusiveMaximum",
    spellings: &[Spelling { name: "kubebuilder:validation:ExclusiveMaximum", takes: Takes::Flag }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Numbers,
    repeats: false,
    meaning: "The maximum itself is not allowed. Requires a maximum.",
    keyword: "`exclusiveMaximum: true`",
    example: "/// +kubebuilder:validation:Maximum=1\n/// \
              +kubebuilder:validation:ExclusiveMaximum=true\npub field: f64,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Flag(true) = given {
        markers.constraints.push((Constraint::ExclusiveMaximum, at));
    }
}
