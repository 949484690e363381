//! `+listType`: how items are identified.

use super::{At, Given, ListType, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+listType",
    spellings: &[
        Spelling { name: "listType", takes: Takes::OneOf(&["atomic", "set", "map"]) },
        Spelling { name: "k8s:listType", takes: Takes::OneOf(&["atomic", "set", "map"]) },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Lists,
    repeats: false,
    meaning: "How the items of a list are identified. `atomic`: not at all, the list is a single value. \
              `set`: by their value, which is unique. `map`: by the fields that `+listMapKey` names. The \
              items of a list without the marker are compared by index. Sets of `std` are sets.",
    keyword: "`x-kubernetes-list-type`",
    example: "/// +listType=map\n/// +listMapKey=name\npub ports: Vec<Port>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    let list_type = match given {
        Given::Word("atomic") => ListType::Atomic,
        Given::Word("set") => ListType::Set,
        _ => ListType::Map,
    };
    markers.list_type = Some((list_type, at));
}
