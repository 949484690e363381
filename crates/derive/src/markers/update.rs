//! `+k8s:update`: changes that an update may not make.
//
// apimachinery: pkg/api/validate/update.go

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
              `NoModify` together are `+immutable`. One or two of these three are CEL rules of the struct: `NoSet` for \
              a field that is not set, `NoUnset` for one that is, `NoModify` for one that is set before and after the \
              update. Lists, maps, and strings and numbers that are not `Option`s count as set unless they are empty \
              or zero. With `+k8s:eachVal=`, `NoModify` is for values that exist before and after the update.",
    keyword: "that of the equivalent marker, or `x-kubernetes-validations`",
    example: "/// +k8s:update=NoUnset\npub field: Option<String>,",
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
