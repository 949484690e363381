//! `+additionOnly`: nothing goes.

use super::{At, Given, Marker, On, Said, Spelling, Stand, Takes};
use crdc_vocabulary::Marked;

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

fn say(said: &mut Said, _: Given, at: At) {
    said.marks.push((Marked::AdditionOnly, at));
}
