//! `+kubebuilder:validation:AtMostOneOf`: fields of which at most one is set.

use super::{At, Given, Marker, MarkerSet, On, OneOf, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:AtMostOneOf",
    spellings: &[Spelling { name: "kubebuilder:validation:AtMostOneOf", takes: Takes::List }],
    stands: &[Stand::Item],
    on: On::Objects,
    repeats: true,
    meaning: "At most one of the named fields is set, that is, neither absent nor null. The names are those of JSON.",
    keyword: "`x-kubernetes-validations`",
    example: "/// +kubebuilder:validation:AtMostOneOf=bucket;image\npub struct Source {\n    pub bucket: Option<String>,\n    pub image: Option<String>,\n}",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.one_of.extend(given.into_names().map(|names| (OneOf::AtMost, names, at)));
}
