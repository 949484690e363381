//! `+k8s:minProperties`: the minimum number of entries of a map.

use super::{At, Constraint, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:minProperties",
    spellings: &[
        Spelling { name: "k8s:minProperties", takes: Takes::Count },
        Spelling { name: "kubebuilder:validation:MinProperties", takes: Takes::Count },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Maps,
    repeats: false,
    meaning: "The minimum number of entries of a map.",
    keyword: "`minProperties`",
    example: "/// +k8s:minProperties=1\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MinProperties(count), at));
    }
}
