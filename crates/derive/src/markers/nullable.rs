//! `+nullable`: the field may be null.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+nullable",
    spellings: &[Spelling { name: "nullable", takes: Takes::Nothing }],
    stands: &[Stand::Field],
    on: On::Options,
    repeats: false,
    meaning: "The field may be null. It must be an `Option`, which is nullable without the marker unless it \
              has `+required`.",
    keyword: "`nullable: true`",
    example: "/// +nullable\npub field: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, _: Given, at: At) {
    markers.nullable = Some(at);
}
