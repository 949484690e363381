//! Documents that nest deep, or refer to other parts of themselves.

use super::{Family, crd, many, object};

/// The families: deep schemas and values, aliases and merges of YAML.
pub const FAMILIES: &[Family] = &[
    ("defaults below defaults", |n| {
        let deep = |open: &str| open.repeat(100);
        let one = format!(
            "{}{{type: string, default: x}}{}",
            deep("{type: object, default: {}, properties: {a: "),
            deep("}}")
        );
        object(n / 100, |_| one.clone())
    }),
    ("deep defaults", |n| {
        let default = format!("{{a: {}1{}}}", "[".repeat(200), "]".repeat(200));
        let schema = "type: object, x-kubernetes-preserve-unknown-fields: true";
        object(n / 50, |_| format!("{{{schema}, default: {default}}}"))
    }),
    ("deep objects", |n| {
        let deep =
            format!("{}{{type: string}}{}", "{type: object, properties: {a: ".repeat(100), "}}".repeat(100));
        object(n / 20, |_| deep.clone())
    }),
    ("deep lists", |n| {
        let deep = format!("{}{{type: string}}{}", "{type: array, items: ".repeat(100), "}".repeat(100));
        object(n / 20, |_| deep.clone())
    }),
    ("deep branches", |n| {
        let deep = format!("{}maxLength: 3{}", "not: {".repeat(100), "}".repeat(100));
        object(n / 20, |_| format!("{{type: string, {deep}}}"))
    }),
    ("too deep", |n| crd(&format!("{}{{type: string}}{}", "{type: array, items: ".repeat(n), "}".repeat(n)))),
    ("brackets", |n| crd(&format!("{}{}", "[".repeat(n), "]".repeat(n)))),
    ("aliases", |n| {
        let rest = many(n, |i| format!("p{i}: *one"));
        crd(&format!("{{type: object, properties: {{one: &one {{type: string}}, {rest}}}}}"))
    }),
    ("aliases of objects", |n| {
        let rest = many(n, |i| format!("p{i}: *one"));
        let schema = "{type: object, required: [a], properties: {a: {type: string}, b: {type: integer}}}";
        crd(&format!("{{type: object, properties: {{one: &one {schema}, {rest}}}}}"))
    }),
    ("aliases of aliases", |n| {
        let chain: String = (1..n).map(|i| format!("- &a{i} [*a{}]\n", i - 1)).collect();
        format!("x:\n- &a0 [1]\n{chain}{}", crd("{type: object}"))
    }),
    ("aliases that double", |n| {
        let chain: String = (1..n).map(|i| format!("- &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
        format!("x:\n- &a0 [1]\n{chain}{}", crd("{type: object}"))
    }),
    ("merges", |n| {
        let rest = many(n, |i| format!("p{i}: {{<<: *one}}"));
        crd(&format!("{{type: object, properties: {{one: &one {{type: string}}, {rest}}}}}"))
    }),
];
