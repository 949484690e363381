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
    meaning: "The field is set if and only if the discriminator has the member's value. The value is the \
              field's name in CamelCase, or the one given here, which must match the field's JSON name \
              ignoring case. An `optional` member may be absent while it is selected. It must be possible \
              for the field to be absent. On a variant of an enum with `#[crdc(union)]`, the marker \
              renames the value or makes the member optional.",
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
