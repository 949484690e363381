//! `+listMapKey`: a field that identifies items.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+listMapKey",
    spellings: &[
        Spelling { name: "listMapKey", takes: Takes::Name },
        Spelling { name: "k8s:listMapKey", takes: Takes::Name },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Lists,
    repeats: true,
    meaning: "A key of a list of type `map`: the JSON name of a field of the items, which must always be \
              present or have a default. Several keys identify an item together.",
    keyword: "`x-kubernetes-list-map-keys`",
    example: "/// +listType=map\n/// +listMapKey=port\n/// +listMapKey=protocol\npub ports: Vec<Port>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.keys.extend(given.into_text().map(|name| (name, at)));
}
