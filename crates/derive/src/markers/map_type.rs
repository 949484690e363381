//! `+mapType`: whether server-side apply treats a map as a single value.

use super::{At, Given, MapType, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+mapType",
    spellings: &[
        Spelling { name: "mapType", takes: Takes::OneOf(&["atomic", "granular"]) },
        Spelling { name: "k8s:mapType", takes: Takes::OneOf(&["atomic", "granular"]) },
        Spelling { name: "structType", takes: Takes::OneOf(&["atomic", "granular"]) },
    ],
    stands: &[Stand::Field, Stand::Each, Stand::Item],
    on: On::Objects,
    repeats: false,
    meaning: "Whether appliers own the entries of a map, or the fields of a struct, individually \
              (`granular`) or all together (`atomic`). It does not restrict updates.",
    keyword: "`x-kubernetes-map-type`",
    example: "/// +mapType=atomic\npub field: BTreeMap<String, String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    let atomic = given == Given::Word("atomic");
    markers.map_type = Some((if atomic { MapType::Atomic } else { MapType::Granular }, at));
}
