//! `+additionOnly`: nothing is removed.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+additionOnly",
    spellings: &[Spelling { name: "additionOnly", takes: Takes::Nothing }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key of a map, item of a list map or item of a set is removed. `+k8s:update=NoRemoveItem` means the \
              same. The key fields of a list map must be `+immutable` themselves: an item with another key would be another item.",
    keyword: "`x-kubernetes-addition-only: true`",
    example: "/// +listType=set\n/// +additionOnly\npub field: Vec<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::AdditionOnly, at));
}
