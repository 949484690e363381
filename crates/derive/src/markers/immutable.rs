//! `+immutable`: the value does not change.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};
use crdc_vocabulary::Immutability;

pub(super) const MARKER: Marker = Marker {
    name: "+immutable",
    spellings: &[
        Spelling { name: "immutable", takes: Takes::Nothing },
        Spelling { name: "k8s:immutable", takes: Takes::Nothing },
    ],
    stands: &[Stand::Field, Stand::Each],
    on: On::Anything,
    repeats: false,
    meaning: "No update sets, clears or changes the field, or anything in it, as long as the object that \
              contains it exists before and after the update. Absent, null and empty are three different \
              values, unless `+normalize=undefined` makes them equal. Lists are compared in order, sets \
              in any order. With `+k8s:eachVal=`, a value that exists before and after the update does not \
              change, but values may be added and removed.",
    keyword: "`x-kubernetes-immutable: true`",
    example: "/// +immutable\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::Immutable, at));
}
