//! `+immutable=keys`: no key comes or goes.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+immutable=keys",
    spellings: &[Spelling { name: "immutable", takes: Takes::Word("keys") }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key of a map, and no item of a list map by its keys, comes or goes; values and other \
              fields are free, and so is the order. Absent, null and empty are the same: no keys. The \
              fields of a list map's keys must be `+immutable` themselves. A set is its keys: mark it \
              `+immutable`.",
    keyword: "`x-kubernetes-immutable-keys: true`",
    example: "/// +immutable=keys\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::ImmutableKeys, at));
}
