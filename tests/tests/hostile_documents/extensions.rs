//! Kubernetes extensions and immutability markers.

use crate::document::{Family, crd, long, many, object, one, strings};

pub(crate) const FAMILIES: &[Family] = &[
    ("marks below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, x-kubernetes-immutable: true}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
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
