//! `+k8s:minProperties`: the fewest entries a map may have.

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
    meaning: "The fewest entries a map may have.",
    keyword: "`minProperties`",
    example: "/// +k8s:minProperties=1\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    if let Given::Count(count) = given {
        markers.constraints.push((Constraint::MinProperties(count), at));
    }
}
