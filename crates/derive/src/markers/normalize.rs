//! `+normalize=undefined`: null and empty values become absent.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+normalize=undefined",
    spellings: &[Spelling { name: "normalize", takes: Takes::Word("undefined") }],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "A null or empty value of the field becomes absent, before updates are validated and in \
              the stored object. The field needs `skip_serializing_if`, and it must be an `Option`, a \
              string, a list, a map or a struct.",
    keyword: "`x-kubernetes-normalize: undefined`",
    example: "/// +normalize=undefined\n#[serde(default, skip_serializing_if = \
              \"Option::is_none\")]\npub field: Option<Vec<String>>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.normalize = Some(at);
}
