//! `+immutable`: what was written stays as it is.

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
    meaning: "No update sets, clears or changes the field, or anything in it, while the object that \
              holds it is there before and after. Absent, null and empty are three different values, \
              unless `+normalize=undefined` makes them one. Lists are compared in order, sets without. \
              Behind `+k8s:eachVal=`, a value that is there before and after does not change, while \
              others come and go.",
    keyword: "`x-kubernetes-immutable: true`",
    example: "/// +immutable\npub field: String,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.marks.push((Immutability::Immutable, at));
}
