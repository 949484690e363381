//! `+kubebuilder:validation:ExactlyOneOf`: fields of which exactly one is set.

use super::{At, Given, Marker, MarkerSet, On, OneOf, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+kubebuilder:validation:ExactlyOneOf",
    spellings: &[Spelling { name: "kubebuilder:validation:ExactlyOneOf", takes: Takes::List }],
    stands: &[Stand::Item],
    on: On::Objects,
    repeats: true,
    meaning: "Exactly one of the named fields is set, that is, neither absent nor null. The names are those of JSON.",
    keyword: "`x-kubernetes-validations`",
    example: "/// +kubebuilder:validation:ExactlyOneOf=bucket;image\npub struct Source {\n    pub bucket: Option<String>,\n    pub image: Option<String>,\n}",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.one_of.extend(given.into_names().map(|names| (OneOf::Exactly, names, at)));
}
