//! `+unionDiscriminatedBy`: the union that a member belongs to.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+unionDiscriminatedBy",
    spellings: &[Spelling { name: "unionDiscriminatedBy", takes: Takes::Name }],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: false,
    meaning: "The union that the member belongs to, if a struct has several: the name of the \
              discriminator field.",
    keyword: "`x-kubernetes-unions`",
    example: "/// +unionMember\n/// +unionDiscriminatedBy=backupType\npub disk: Option<Disk>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.discriminated_by = given.into_text().map(|name| (name, at));
}
