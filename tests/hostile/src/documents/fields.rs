//! Families of hostile CRDs with many fields, many required names, many keys of list maps, or long names.

use super::{Family, crd, long, many, names, object, one, strings};

/// The families, each with its name and a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("properties", |n| object(n, |_| "{type: string}".to_owned())),
    ("different properties", |n| object(n, |i| format!("{{type: string, maxLength: {i}}}"))),
    ("properties of objects", |n| {
        object(n, |i| format!("{{type: object, properties: {{q{i}: {{type: integer}}}}}}"))
    }),
    ("properties with one identifier", |n| {
        let name = |i: usize| char::from_u32(0x4e00 + (i % 20_000) as u32).unwrap();
        let schema =
            |i: usize| format!("{}{i}: {{type: string, maxLength: {i}}}", name(i).to_string().repeat(2));
        crd(&format!(
            "{{type: object, properties: {{{}}}}}",
            many(n, |i| schema(i).replace(char::is_numeric, "é"))
        ))
    }),
    ("repeated properties", |n| {
        crd(&format!("{{type: object, properties: {{{}}}}}", many(n, |_| "p: {type: string}".to_owned())))
    }),
    ("descriptions", |n| object(n, |_| format!("{{type: string, description: \"{}\"}}", "long ".repeat(20)))),
    ("required names that are unknown", |n| crd(&format!("{{type: object, required: [{}]}}", names(n)))),
    ("required names of a map", |n| {
        crd(&format!("{{type: object, additionalProperties: {{type: string}}, required: [{}]}}", names(n)))
    }),
    ("required names", |n| {
        crd(&format!("{{type: object, required: [{}], properties: {{{}}}}}", names(n), strings(n)))
    }),
    ("required names backwards", |n| {
        let names = many(n, |i| format!("p{}", n - 1 - i));
        crd(&format!("{{type: object, required: [{names}], properties: {{{}}}}}", strings(n)))
    }),
    ("one required name", |n| crd(&format!("{{type: object, required: [{}]}}", many(n, |_| "p".to_owned())))),
    ("keys of a list map", |n| {
        let names = names(n);
        one(&format!(
            "{{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [{names}], \
             items: {{type: object, required: [{names}], properties: {{{}}}}}}}",
            strings(n)
        ))
    }),
    ("unknown keys of a list map", |n| {
        let list = "type: array, x-kubernetes-list-type: map, items: {type: object}";
        one(&format!("{{{list}, x-kubernetes-list-map-keys: [{}]}}", names(n)))
    }),
    ("equal keys of a list map", |n| {
        let items = "items: {type: object, required: [a], properties: {a: {type: string}}}";
        let keys = many(n, |_| "a".to_owned());
        one(&format!(
            "{{type: array, x-kubernetes-list-type: map, {items}, x-kubernetes-list-map-keys: [{keys}]}}"
        ))
    }),
    ("list maps", |n| {
        object(n, |i| {
            format!(
                "{{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a], \
                 items: {{type: object, required: [a], properties: {{a: {{type: string, maxLength: {i}}}}}}}}}"
            )
        })
    }),
    ("patterns", |n| object(n, |i| format!("{{type: string, pattern: \"^a{i}[0-9]+b$\"}}"))),
    ("long name", |n| one(&format!("{{type: object, properties: {{{}: {{type: object}}}}}}", long(50 * n)))),
    ("properties below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, maxLength: {i}}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
];
