//! `+deletionOnly`: nothing is added.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+deletionOnly",
    spellings: &[Spelling { name: "deletionOnly", takes: Takes::Nothing }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key of a map, item of a list map or item of a set is added. `+k8s:update=NoAddItem` means the same. \
              The key fields of a list map must be `+immutable` themselves.",
    keyword: "`x-kubernetes-deletion-only: true`",
    example: "/// +deletionOnly\npub field: BTreeMap<String, u32>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::DeletionOnly, at));
}
