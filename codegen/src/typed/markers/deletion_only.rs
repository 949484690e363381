//! `+deletionOnly`: nothing comes.

use super::{At, Given, Marker, On, Said, Spelling, Stand, Takes};
use crdc_vocabulary::Marked;

pub(super) const MARKER: Marker = Marker {
    name: "+deletionOnly",
    spellings: &[Spelling { name: "deletionOnly", takes: Takes::Nothing }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Collections,
    repeats: false,
    meaning: "No key, list map item or member of a set comes. `+k8s:update=NoAddItem` says the same.",
    keyword: "`x-kubernetes-deletion-only: true`",
    example: "/// +deletionOnly\npub field: BTreeMap<String, u32>,",
    say,
};

fn say(said: &mut Said, _: Given, at: At) {
    said.marks.push((Marked::DeletionOnly, at));
}
