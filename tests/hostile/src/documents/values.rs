//! Documents with many values in schemas: enums and defaults.

use super::{Family, many, names, object, one, strings};

/// The families, each with a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("enum of strings", |n| one(&format!("{{type: string, enum: [{}]}}", many(n, |i| format!("v{i:06}"))))),
    ("enum of strings, each longer", |n| {
        one(&format!("{{type: string, enum: [{}]}}", many(n, |i| format!("v{i}{}", "x".repeat(i % 300)))))
    }),
    ("enum of one string", |n| one(&format!("{{type: string, enum: [{}]}}", many(n, |_| "same".to_owned())))),
    ("enum of numbers", |n| one(&format!("{{type: integer, enum: [{}]}}", many(n, |i| i.to_string())))),
    ("enum of objects", |n| {
        let values = many(n, |i| format!("{{a: {i}}}"));
        one(&format!("{{type: object, x-kubernetes-preserve-unknown-fields: true, enum: [{values}]}}"))
    }),
    ("enum with a default", |n| {
        let values = many(n, |i| format!("v{i:06}"));
        one(&format!("{{type: string, default: v{:06}, enum: [{values}]}}", n - 1))
    }),
    ("enum in a branch", |n| {
        one(&format!(
            "{{type: string, anyOf: [{{enum: [{}]}}, {{maxLength: 3}}]}}",
            many(n, |i| format!("v{i}"))
        ))
    }),
    ("enums", |n| object(n, |i| format!("{{type: string, enum: [a{i}, b{i}]}}"))),
    ("defaults", |n| object(n, |i| format!("{{type: integer, default: {i}}}"))),
    ("default of a list", |n| {
        one(&format!("{{type: array, items: {{type: integer}}, default: [{}]}}", many(n, |i| i.to_string())))
    }),
    ("default of a list whose items are wrong", |n| {
        let items = many(n, |_| "9".to_owned());
        one(&format!("{{type: array, items: {{type: integer, maximum: 5}}, default: [{items}]}}"))
    }),
    ("default of a map", |n| {
        let members = many(n, |i| format!("k{i}: 1"));
        one(&format!("{{type: object, additionalProperties: {{type: integer}}, default: {{{members}}}}}"))
    }),
    ("default of properties", |n| {
        let members = many(n, |i| format!("p{i}: a"));
        one(&format!("{{type: object, properties: {{{}}}, default: {{{members}}}}}", strings(n)))
    }),
    ("default that is filled in", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: integer, default: {i}}}"));
        one(&format!("{{type: object, properties: {{{inner}}}, default: {{}}}}"))
    }),
    ("default of unknown fields", |n| {
        one(&format!(
            "{{type: object, properties: {{a: {{type: string}}}}, default: {{{}}}}}",
            many(n, |i| format!("k{i}: 1"))
        ))
    }),
    ("default that lacks fields", |n| {
        one(&format!(
            "{{type: object, properties: {{{}}}, required: [{}], default: {{}}}}",
            strings(n),
            names(n)
        ))
    }),
    ("default of items that are filled in", |n| {
        let items = many(n, |_| "{}".to_owned());
        let schema = "{type: object, properties: {a: {type: integer, default: 1}}}";
        one(&format!("{{type: array, items: {schema}, default: [{items}]}}"))
    }),
    ("long default", |n| {
        one(&format!("{{type: string, pattern: \"^a*$\", default: {}}}", "a".repeat(50 * n)))
    }),
];
