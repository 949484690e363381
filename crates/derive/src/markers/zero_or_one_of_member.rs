//! `+k8s:zeroOrOneOfMember`: a field of a union without a discriminator.
//
// code-generator: cmd/validation-gen/validators/zeroorone.go; apimachinery: pkg/api/validate/zeroorone.go

use super::{At, Given, Marker, MarkerSet, On, Spelling, Stand, Takes};

pub(super) const MARKER: Marker = Marker {
    name: "+k8s:zeroOrOneOfMember",
    spellings: &[Spelling { name: "k8s:zeroOrOneOfMember", takes: Takes::Named(&["union", "memberName"]) }],
    stands: &[Stand::Field],
    on: On::Anything,
    repeats: true,
    meaning: "At most one of the fields of the struct with this marker is set, or with this marker and this `union`. \
              Lists, maps, and strings and numbers that are not `Option`s count as set unless they are empty or zero. \
              `memberName` has no effect, as in Kubernetes.",
    keyword: "`x-kubernetes-validations` of the struct",
    example: "/// +k8s:zeroOrOneOfMember\npub s3: Option<S3>,\n/// +k8s:zeroOrOneOfMember\npub image: Option<String>,",
    say,
};

fn say(markers: &mut MarkerSet, given: Given, at: At) {
    markers.zero_or_one_of.push((given.named("union"), at));
}
