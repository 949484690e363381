//! Documents with many extensions of a kind, which must take linear time.

use super::{Family, crd, long, many, object, one, strings};

/// The families, each with a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("marks below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, x-kubernetes-immutable: true}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("a marked rule below a long name", marked_below_a_long_name),
    ("immutable fields", |n| object(n, |_| "{type: string, x-kubernetes-immutable: true}".to_owned())),
    ("immutable objects", |n| {
        object(n, |i| {
            format!("{{type: object, x-kubernetes-immutable: true, properties: {{t{i}: {{type: string}}}}}}")
        })
    }),
    ("members of a union", |n| {
        let values = many(n, |i| format!("V{i}: {{name: p{i}}}"));
        let kind = format!("kind: {{type: string, x-kubernetes-unions: {{fieldMembers: {{{values}}}}}}}");
        one(&format!("{{type: object, required: [kind], properties: {{{kind}, {}}}}}", strings(n)))
    }),
    ("unions", |n| {
        object(n, |i| {
            format!(
                "{{type: object, required: [kind], properties: {{a{i}: {{type: string}}, kind: {{type: string, enum: [A], \
                 x-kubernetes-unions: {{fieldMembers: {{A: {{name: a{i}}}}}}}}}}}}}"
            )
        })
    }),
    ("rules", |n| {
        let rules = many(n, |i| format!("{{rule: \"self.p{i} == 'a'\", fieldPath: .p{i}}}"));
        crd(&format!("{{type: object, properties: {{{}}}, x-kubernetes-validations: [{rules}]}}", strings(n)))
    }),
    ("embedded resources", |n| {
        let own = "apiVersion: {type: string}, kind: {type: string}, metadata: {type: object}";
        object(n, |i| {
            format!(
                "{{type: object, x-kubernetes-embedded-resource: true, properties: {{{own}, s{i}: {{type: string}}}}}}"
            )
        })
    }),
];

/// `n` immutable fields below a long name, and a rule that claims to stand for an extension.
pub fn marked_below_a_long_name(n: usize) -> String {
    let inner = many(n, |i| format!("p{i}: {{type: string, x-kubernetes-immutable: true}}"));
    let rule = "x-kubernetes-validations: [{rule: \"true // crdc x-kubernetes-immutable\"}]";
    one(&format!(
        "{{type: object, properties: {{{}: {{type: object, {rule}, properties: {{{inner}}}}}}}}}",
        long(100 * n)
    ))
}

/// Documents with many problems of one kind, and the code that is reported for them; suggestions have many
/// candidates.
pub const SIMILAR: &[(Family, &str)] = &[
    (
        ("union members that are no fields", |n| {
            let values = many(n, |i| format!("v{i}: {{name: fielt{i}}}"));
            let fields = many(n, |i| format!("field{i}: {{type: string}}"));
            let kind = format!("{{type: string, default: v0, {UNIONS}: {{fieldMembers: {{{values}}}}}}}");
            crd(&format!("{{type: object, properties: {{t: {kind}, {fields}}}}}"))
        }),
        "union-member-unknown",
    ),
    (
        ("union values that are no enum values", |n| {
            let (listed, values) = (many(n, |i| format!("value{i}")), many(n, |i| format!("valeu{i}: null")));
            one(&format!("{{type: string, enum: [{listed}], {UNIONS}: {{fieldMembers: {{{values}}}}}}}"))
        }),
        "union-enum",
    ),
    (
        ("unions that share a member", |n| {
            let unions = many(n, |_| "{discriminator: t, fields-to-discriminateBy: {a: A}}".to_owned());
            crd(&format!(
                "{{type: object, {UNIONS}: [{unions}], properties: {{t: {{type: string}}, a: {{type: string}}}}}}"
            ))
        }),
        "union-member-shared",
    ),
    (
        ("immutable fields of an object that can be removed", |n| {
            let fields = many(n, |i| format!("f{i}: {{type: string, x-kubernetes-immutable: true}}"));
            one(&format!("{{type: object, properties: {{{fields}}}}}"))
        }),
        "immutable-removable",
    ),
    (
        ("keys of a list that are not immutable", |n| {
            let (keys, fields) =
                (many(n, |i| format!("k{i}")), many(n, |i| format!("k{i}: {{type: string}}")));
            let list = "x-kubernetes-list-type: map, x-kubernetes-immutable-keys: true";
            one(&format!(
                "{{type: array, {list}, x-kubernetes-list-map-keys: [{keys}], items: {{type: object, required: [{keys}], \
                 properties: {{{fields}}}}}}}"
            ))
        }),
        "list-keys-not-immutable",
    ),
];

/// The keyword of unions.
const UNIONS: &str = "x-kubernetes-unions";
