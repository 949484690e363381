//! `+additionOnly`: nothing goes.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+additionOnly",
    spellings: &[Spelling { name: "additionOnly", takes: Takes::Nothing }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key, list map item or member of a set goes. `+k8s:update=NoRemoveItem` says the same.",
    keyword: "`x-kubernetes-addition-only: true`",
    example: "/// +listType=set\n/// +additionOnly\npub field: Vec<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::AdditionOnly, at));
}
