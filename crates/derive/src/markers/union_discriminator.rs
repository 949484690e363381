//! `+unionDiscriminator`: the field that selects a member.

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+unionDiscriminator",
    spellings: &[
        Spelling { name: "unionDiscriminator", takes: Takes::Nothing },
        Spelling { name: "k8s:unionDiscriminator", takes: Takes::Named(&["union"]) },
    ],
    stands: &[Stand::Field],
    on: On::Discriminators,
    repeats: false,
    meaning: "The field selects the member of the union that is set. It is a string or an enum of unit \
              variants, or an `Option` of one. An update that changes it to a known value clears the other \
              members.",
    keyword: "`x-kubernetes-unions`",
    example: "/// +unionDiscriminator\npub r#type: StorageType,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.discriminator = Some((given.named("union"), at));
}
