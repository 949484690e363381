//! `+unionDiscriminatedBy`: which of several unions.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+unionDiscriminatedBy",
    spellings: &[Spelling { name: "unionDiscriminatedBy", takes: Takes::Name }],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "Which union the member belongs to, where a struct has several: the name of the \
              discriminator's field.",
    keyword: "`x-kubernetes-unions`",
    example: "/// +unionMember\n/// +unionDiscriminatedBy=backupType\npub disk: Option<Disk>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.discriminated_by = given.into_text().map(|name| (name, at));
}
