//! `+listType`: how items are found again.

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
    meaning: "How the items of a list are found again. `atomic`: not at all, the list is one value. \
              `set`: by what they are, each once. `map`: by the fields that `+listMapKey` names. A list \
              without the marker is compared item by item, by their index. Sets of std are sets.",
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
