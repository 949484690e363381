//! `+k8s:update`: changes that an update may not make.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes, Update};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:update",
    spellings: &[Spelling {
        name: "k8s:update",
        takes: Takes::OneOf(&["NoSet", "NoUnset", "NoModify", "NoAddItem", "NoRemoveItem"]),
    }],
    stands: &[Stand::Field, Stand::Each],
    on: On::Anything,
    repeats: true,
    meaning: "Changes that an update may not make. Repeat the marker to combine them: `NoRemoveItem` is \
              `+additionOnly`, `NoAddItem` is `+deletionOnly`, both are `+immutable=keys`, and `NoSet`, `NoUnset` and \
              `NoModify` together are `+immutable`. Other combinations have no keyword and are errors.",
    keyword: "that of the equivalent marker",
    example: "/// +k8s:update=NoRemoveItem\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    let update = match given {
        Given::Word("NoSet") => Update::Set,
        Given::Word("NoUnset") => Update::Unset,
        Given::Word("NoModify") => Update::Modify,
        Given::Word("NoAddItem") => Update::AddItem,
        _ => Update::RemoveItem,
    };
    markers.updates.push((update, at));
}
