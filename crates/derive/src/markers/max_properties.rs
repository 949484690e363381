//! `+k8s:maxProperties`: the maximum number of entries of a map.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:maxProperties",
    spellings: &[
        Spelling { name: "k8s:maxProperties", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MaxProperties", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Maps,
    repeats: false,
    meaning: "The maximum number of entries of a map.",
    keyword: "`maxProperties`",
    example: "/// +k8s:maxProperties=64\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MaxProperties(count), at));
    }
}
