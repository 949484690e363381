//! `+kubebuilder:validation:Pattern`: a regular expression in RE2's syntax.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:Pattern",
    spellings: &[Spelling { name: "kubebuilder:validation:Pattern", takes: Takes::Text }],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Texts,
    repeats: false,
    meaning: "A regular expression in RE2's syntax that must match somewhere in the string. \
              Backticks or quotes around it are not part of it.",
    keyword: "`pattern`",
    example: "/// +kubebuilder:validation:Pattern=`^[a-z]+$`\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Text(text) = given {
        markers.constraints.push((Constraint::Pattern(text), at));
    }
}
