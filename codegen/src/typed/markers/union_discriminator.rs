//! `+unionDiscriminator`: the field that selects a member.

use super::{At, Given, Marker, On, Said, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+unionDiscriminator",
    spellings: &[
        Spelling { name: "unionDiscriminator", takes: Takes::Nothing },
        Spelling { name: "k8s:unionDiscriminator", takes: Takes::Named(&["union"]) },
    ],
    stands: &[Stand::Field],
    on: On::Discriminators,
    repeats: false,
    meaning: "The field says which member of the union is set. It is a text or an enum of unit variants, \
              or an `Option` of one. An update that changes it to a known value clears the other \
              members.",
    keyword: "`x-kubernetes-unions`",
    example: "/// +unionDiscriminator\npub r#type: StorageType,",
    say,
};

fn say(said: &mut Said, given: Given, at: At) {
    said.discriminator = Some((given.named("union"), at));
}
