//! `+k8s:dependentRequired`: a field that another one needs.

use super::{At, Dependency, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:dependentRequired",
    spellings: &[Spelling { name: "k8s:dependentRequired", takes: Takes::Sibling }],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: true,
    meaning: "If the field is set, so is the named field of the struct. Lists, maps, and \
              strings and numbers that are not `Option`s count as set unless they are empty or zero. The error is at \
              the other field.",
    keyword: "`x-kubernetes-validations` of the struct",
    example: "/// +k8s:dependentRequired(\"other\")\npub field: Option<String>,\npub other: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.dependents.extend(given.into_text().map(|name| (Dependency::Required, name, at)));
}
