//! `+immutable=keys`: no key is added or removed.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+immutable=keys",
    spellings: &[Spelling { name: "immutable", takes: Takes::Word("keys") }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key of a map, and no item of a list map as identified by its keys, is added or removed. \
              Values, other fields and the order may change. Absent, null and empty are equal: they have \
              no keys. The key fields of a list map must be `+immutable` themselves. The items of a set \
              are its keys: use `+immutable` on it.",
    keyword: "`x-kubernetes-immutable-keys: true`",
    example: "/// +immutable=keys\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::ImmutableKeys, at));
}
