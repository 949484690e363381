//! What is refused of unions, of fields and of variants.

use super::refused::refused;

/// A struct whose fields begin on line 2, each of them on lines of its own.
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
            "2 union-discriminator: `+unionDiscriminator` is for texts and enums of unit variants, and this is an integer",
        ],
    );
    union(
        "/// +unionDiscriminator\nd: char,\n/// +unionMember\na: Option<u8>",
        &[
            "2 union-discriminator: `+unionDiscriminator` is for texts and enums of unit variants, and this is a character",
            "4 union-member-unknown: `a` is a member of a union that has no discriminator",
        ],
    );
    union(d, &["2 union-empty: `+unionDiscriminator` has no members to select"]);
    union(
        "/// +unionMember\na: Option<u8>",
        &["2 union-member-unknown: `a` is a member of a union that has no discriminator"],
    );
    union(
        &format!("{d}\n/// +unionDiscriminator\ne: Kind,\n/// +unionMember\na: Option<u8>"),
        &[
            "6 union-member-unknown: there are several unions here, of `d`, `e`: which one is `a` a member of?",
            "2 union-empty: `+unionDiscriminator` has no members to select",
            "4 union-empty: `+unionDiscriminator` has no members to select",
        ],
    );
    union(
        &format!("{d}\n/// +unionMember\na: u8"),
        &[
            "4 union-member-required: `a` is always written, but as a member of a union it is there for one value only",
            "2 union-empty: `+unionDiscriminator` has no members to select",
        ],
    );
    union(
        &format!(
            "{d}\n/// +unionMember\n#[serde(skip_serializing_if = \"f\")] a: Vec<u8>,\n/// +unionMember\nb: Option<u8>"
        ),
        &[
            "4 union-member-required: `a` must be there when it is read, but as a member of a union it is there for one value only",
        ],
    );
    union(
        &format!("{d}\n/// +unionMember\n/// +required\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &[
            "4 union-member-required: `a` is required, but as a member of a union it is there for one value only",
        ],
    );
    union(
        "/// +unionDiscriminator\n/// +unionMember\nd: Option<String>,\n/// +unionMember\nb: Option<u8>",
        &["3+2 union-member-discriminator: `d` is a discriminator, and cannot be a member"],
    );
    union(
        &format!("{d}\n/// +unionMember=Other\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &[
            "4 union-member-unknown: the value `Other` is not the name of its field, `a`, in any case of its letters",
        ],
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
        &["5 union-member-unknown: `+unionDiscriminatedBy=e` names no discriminator of this struct"],
    );
    union(
        &format!("{d}\n/// +unionDiscriminatedBy=d\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &["4 union-member-unknown: `+unionDiscriminatedBy=d` says which union, and `a` is no member of one"],
    );
    union(
        "/// +unionDiscriminator\n/// +kubebuilder:validation:Enum=A;C\nd: String,\n/// +unionMember\nb: Option<u8>,\n/// +unionMember\na: Option<u8>",
        &["5+2 union-enum: the discriminator does not admit `B`, so `b` can never be selected"],
    );
    union(
        &format!("{d}\n/// +k8s:unionMember(union: \"x\")\na: Option<u8>,\n/// +unionMember\nb: Option<u8>"),
        &[
            "4 union-member-unknown: `+k8s:unionMember(union: \"x\")` is of a union `x` that has no discriminator here",
        ],
    );
}

#[test]
fn unions_of_variants() {
    refused(
        "#[crdc(union)] enum A { B(u8),\n#[crdc(member = \"b\")] C(u8) }",
        &["2+1 union-member-twice: `b` is the member of two variants"],
    );
    refused(
        "#[crdc(union)] enum A {\nType(u8) }",
        &["2 union-member-twice: the member `type` of `Type` is the discriminator"],
    );
    refused(
        "#[crdc(union)] enum A {\n/// +unionMember=C\nB(u8) }",
        &[
            "2 union-member-unknown: the value `C` is not the name of its field, `b`, in any case of its letters",
        ],
    );
    refused(
        "#[crdc(union)] struct A { a: u8 }",
        &["1 attribute-invalid: a union of Kubernetes is an enum: each of its variants is a member"],
    );
    refused(
        "enum A {\n#[crdc(member = \"b\")] C(u8) }",
        &["2 attribute-invalid: `member` names a field of a union, and this enum is none"],
    );
}
