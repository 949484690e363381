//! `+enum`: an enum of strings.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+enum",
    spellings: &[
        Spelling { name: "enum", takes: Takes::Nothing },
        Spelling { name: "k8s:enum", takes: Takes::Nothing },
    ],
    stands: &[Stand::Item],
    on: On::UnitEnums,
    repeats: false,
    meaning: "The type is an enum whose values are the names of its variants. Enums of unit variants do not \
              need the marker.",
    keyword: "`enum`",
    example: "/// +enum\npub enum StorageType { S3, Disk }",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.enumeration = Some(at);
}
