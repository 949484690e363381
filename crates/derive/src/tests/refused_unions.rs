//! Rejected unions of fields and of variants.

use super::refused::refused;

/// A struct whose fields begin on line 2, each on separate lines.
#[track_caller]
fn union(text: &str, expected: &[&str]) {
    refused(&format!("struct S {{\n{text}\n}}"), expected);
}

#[test]
fn unions_that_are_none() {
    let d = "/// +unionDiscriminator\nd: Kind,";
    union(
        "/// +unionDiscriminator\nd: u8",
        &[
            "2 union-discriminator: `+unionDiscriminator` applies to strings and enums of unit variants, but this is an integer",
        ],
    );
    union(
        "/// +unionDiscriminator\nd: char,\n/// +unionMember\na: Option<u8>",
        &[
            "2 union-discriminator: `+unionDiscriminator` applies to strings and enums of unit variants, but this is a character",
        ],
    );
    union(d, &["2 union-empty: `+unionDiscriminator` has no members"]);
    union(
        "/// +unionMember\na: Option<u8>",
        &["2 union-member-unknown: `a` is a union member, but this struct has no discriminator"],
    );
    union(
        &format!("{d}\n/// +unionDiscriminator\ne: Kind,\n/// +unionMember\na: Option<u8>"),
        &[
            "6 union-member-unknown: ambiguous union for `a`: the discriminators of this struct are `d`, `e`",
            "2 union-empty: `+unionDiscriminator` has no members",
            "4 union-empty: `+unionDiscriminator` has no members",
        ],
    );
    union(
        &format!("{d}\n/// +unionMember\na: u8"),
        &[
            "4 union-member-required: `a` is always serialized, but a union member is present only when its value is selected",
            "2 union-empty: `+unionDiscriminator` has no members",
        ],
    );
    union(
        &format!(
            "{d}\n/// +unionMember\n#[serde(skip_serializing_if = \"f\")] a: Vec<u8>,\n/// +unionMember\nb: Option<u8>"
        ),
        &[
            "4 union-member-required: `a` cannot be absent in the input, but a union member is present only when its value is selected",
        ],
    );
    union(
        &format!("{d}\n/// +unionMember\n/// +required\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &[
            "4 union-member-required: `a` is required, but a union member is present only when its value is selected",
        ],
    );
    union(
        "/// +unionDiscriminator\n/// +unionMember\nd: Option<String>,\n/// +unionMember\nb: Option<u8>",
        &["3+2 union-member-discriminator: the discriminator `d` cannot be a union member"],
    );
    union(
        &format!("{d}\n/// +unionMember=Other\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &["4 union-member-unknown: the value `Other` must match the field name `a`, ignoring case"],
    );
    union(
        &format!(
            "{d}\n/// +unionMember\n#[serde(rename = \"A\")] x: Option<u8>,\n/// +unionMember=A\n#[serde(rename = \"a\")] y: Option<u8>"
        ),
        &["6+4 union-value-twice: `A` selects two fields"],
    );
    union(
        &format!(
            "{d}\n/// +unionMember\n/// +unionDiscriminatedBy=e\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"
        ),
        &["5 union-member-unknown: `+unionDiscriminatedBy=e` does not name a discriminator of this struct"],
    );
    union(
        &format!("{d}\n/// +unionDiscriminatedBy=d\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &["4 union-member-unknown: `+unionDiscriminatedBy=d` names a union, but `a` is not a union member"],
    );
    union(
        "/// +unionDiscriminator\n/// +kubebuilder:validation:Enum=A;C\nd: String,\n/// +unionMember\nb: Option<u8>,\n/// +unionMember\na: Option<u8>",
        &["5+2 union-enum: the discriminator does not allow `B`, so `b` can never be selected"],
    );
    union(
        &format!("{d}\n/// +k8s:unionMember(union: \"x\")\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &[
            "4 union-member-unknown: `+k8s:unionMember(union: \"x\")` names the union `x`, which has no discriminator in this struct",
        ],
    );
}

#[test]
fn unions_of_variants() {
    refused(
        "#[crdc(union)] enum A { B(u8),\n#[crdc(member = \"b\")] C(u8) }",
        &["2+1 union-member-twice: two variants have the member `b`"],
    );
    refused(
        "#[crdc(union)] enum A {\nType(u8) }",
        &["2 union-member-twice: the member `type` of `Type` has the name of the discriminator"],
    );
    refused(
        "#[crdc(union)] enum A {\n/// +unionMember=C\nB(u8) }",
        &["2 union-member-unknown: the value `C` must match the member name `b`, ignoring case"],
    );
    refused(
        "#[crdc(union)] struct A { a: u8 }",
        &["1 attribute-invalid: `#[crdc(union)]` requires an enum, whose variants are the members"],
    );
    refused(
        "enum A {\n#[crdc(member = \"b\")] C(u8) }",
        &["2 attribute-invalid: `member` names a field of a union, but this enum is not a union"],
    );
}
