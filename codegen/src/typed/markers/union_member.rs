//! `+unionMember`: a field that a discriminator selects.

use super::{At, Given, Marker, MarkerSet, MemberSaid, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+unionMember",
    spellings: &[
        Spelling { name: "unionMember", takes: Takes::Member },
        Spelling { name: "k8s:unionMember", takes: Takes::Named(&["union", "memberName"]) },
    ],
    stands: &[Stand::Field, Stand::Variant],
    on: On::Anything,
    repeats: false,
    meaning: "The field is set where the discriminator has its value, and nowhere else. The value is the \
              field's name in CamelCase or the one that is written, which is the field's name in JSON \
              without regard to case. An `optional` member may be absent while it is selected. The field \
              must be one that can be absent. At a variant of an enum with `#[crdc(union)]`, it renames \
              the value or makes the member optional.",
    keyword: "`x-kubernetes-unions`, `fieldMembers`",
    example: "/// +unionMember=S3,optional\npub s3: Option<S3>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    let named = (given.named("memberName"), given.named("union"));
    let (value, optional, union) = match given {
        Given::Member { value, optional } => (value, optional, None),
        _ => (named.0, false, named.1),
    };
    markers.member = Some((MemberSaid { value, optional, union }, at));
}
