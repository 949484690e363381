//! `+k8s:format`: a format that the server supports, such as `date-time`, `uri` or `k8s-short-name`.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:format",
    spellings: &[
        Spelling { name: "k8s:format", takes: Takes::Name },
        Spelling { name: "kubebuilder:validation:Format", takes: Takes::Name },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Scalars,
    repeats: false,
    meaning: "A format that the server supports, such as `date-time`, `uri` or `k8s-short-name`.",
    keyword: "`format`",
    example: "/// +k8s:format=uuid\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Text(text) = given {
        markers.constraints.push((Constraint::Format(text), at));
    }
}
