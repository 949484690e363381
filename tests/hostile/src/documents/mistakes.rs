//! Documents with many errors.

use super::{Family, crd, long, many, object, one};

/// The families, each with many errors of one kind.
pub const FAMILIES: &[Family] = &[
    ("errors below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("misspelt keywords below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, maxLenght: 3, default: 5}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("unknown types", |n| object(n, |_| "{type: strng}".to_owned())),
    ("missing types", |n| object(n, |_| "{}".to_owned())),
    ("misspelt keywords", |n| object(n, |_| "{type: string, maxLenght: 3}".to_owned())),
    ("unknown keywords", |n| crd(&format!("{{type: object, {}}}", many(n, |i| format!("foo{i}: 1"))))),
    ("numbers for schemas", |n| object(n, |_| "3".to_owned())),
    ("wrong defaults", |n| object(n, |_| "{type: string, default: 3}".to_owned())),
    ("wrong patterns", |n| object(n, |_| "{type: string, pattern: \"(\"}".to_owned())),
    ("errors on one line", |n| {
        crd(&format!(
            "{{type: object, properties: {{{}}}}}",
            (0..n).map(|i| format!("p{i}: {{}}, ")).collect::<String>()
        ))
    }),
];
