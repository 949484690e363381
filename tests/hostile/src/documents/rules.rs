//! Documents with CEL rules: long, deeply nested, many, and over their budgets, so that crdc searches for
//! limits to suggest.

use super::{Family, crd, many, object, one};

/// A schema with rules.
fn ruled(schema: &str, rules: &str) -> String {
    format!("{{{schema}, x-kubernetes-validations: [{rules}]}}")
}

/// The families, each with a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("rule of many operands", |n| {
        one(&ruled(
            "type: string",
            &format!("{{rule: \"{}\"}}", vec!["self == 'a'"; n.min(4_000)].join(" || ")),
        ))
    }),
    ("rule of one long string", |n| {
        one(&ruled(
            "type: string, maxLength: 9",
            &format!("{{rule: \"self != '{}'\"}}", "a".repeat(n.min(12_000) * 8)),
        ))
    }),
    ("rule of many wrong names", |n| {
        one(&ruled("type: string", &format!("{{rule: \"{}\"}}", vec!["x.y"; n.min(4_000)].join(" || "))))
    }),
    ("rule too deep", |n| {
        one(&ruled("type: string", &format!("{{rule: \"{}self{}\"}}", "(".repeat(n * 4), ")".repeat(n * 4))))
    }),
    ("rules on one node", |n| {
        one(&ruled("type: string", &many(n, |i| format!("{{rule: \"self != 'a{i}'\"}}"))))
    }),
    ("rules under one condition on one node", |n| {
        one(&ruled(
            "type: object, properties: {a: {type: string, maxLength: 9}}",
            &many(n, |i| format!("{{rule: \"has(self.a) ? self.a != 'a{i}' : true\"}}")),
        ))
    }),
    // crdc joins conditions over one value.
    ("rules over one list on one node", |n| {
        one(&ruled(
            "type: array, maxItems: 1, items: {type: string, maxLength: 9}",
            &many(n, |i| match i % 3 {
                0 => format!("{{rule: \"self.all(a, a != 'b{i}' && !a.contains('c{i}'))\"}}"),
                1 => format!("{{rule: \"self.filter(b, b == 'b{i}').size() <= 1\"}}"),
                _ => format!("{{rule: \"self.all(a, self.exists_one(b, b == a || b == 'd{i}'))\"}}"),
            }),
        ))
    }),
    ("rules over budget on one node", |n| {
        one(&ruled(
            "type: array, items: {type: string}",
            &many(n, |i| format!("{{rule: \"self.all(a, a != 'b{i}')\"}}")),
        ))
    }),
    ("rules over budget on many nodes", |n| {
        object(n, |_| {
            ruled("type: array, items: {type: string}", "{rule: 'self.all(a, self.exists(b, a == b))'}")
        })
    }),
    ("rules around and below many fields", |n| {
        let fields =
            many(n, |i| format!("p{i}: {}", ruled("type: string", "{rule: \"self.matches('^a$')\"}")));
        let inner = format!(
            "{{type: object, properties: {{{fields}}}, x-kubernetes-validations: [{{rule: 'has(self.p1)'}}]}}"
        );
        crd(&format!("{{type: array, items: {{type: array, items: {inner}}}}}"))
    }),
    ("rule over budget that reads many lists", |n| {
        // The search for advice ends at its limit of work, which smaller documents do not reach.
        let n = 4 * n.min(1_500);
        let lists = many(n, |i| format!("p{i}: {{type: array, items: {{type: string}}}}"));
        let reads: Vec<String> = (0..n).map(|i| format!("self.p{i}.all(a, a != 'b')")).collect();
        crd(&format!(
            "{{type: object, properties: {{{lists}}}, x-kubernetes-validations: [{{rule: \"{}\"}}]}}",
            reads.join(" && ")
        ))
    }),
    ("default of many items with rules", |n| {
        let items = many(n, |i| format!("a{i}"));
        let item = ruled("type: string, maxLength: 9", "{rule: \"self != 'b'\"}, {rule: \"self != 'a7'\"}");
        one(&format!("{{type: array, items: {item}, default: [{items}]}}"))
    }),
    ("default under many rules", |n| {
        let n = n.min(4_000);
        one(&ruled(
            "type: string, maxLength: 9, default: a7",
            &many(n, |i| format!("{{rule: \"self != 'a{i}'\", messageExpression: \"self + '!'\"}}")),
        ))
    }),
    ("default of a list map with equal keys", |n| {
        let items = many(n, |i| format!("{{k: x, v: a{i}}}"));
        let list = "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k]";
        let item = ruled(
            "type: object, required: [k], properties: {k: {type: string}, v: {type: string}}",
            "{rule: 'self.v == oldSelf.v'}",
        );
        one(&format!("{{{list}, items: {item}, default: [{items}]}}"))
    }),
];

/// A rule with a chain whose expansion doubles with each link.
pub fn doubling(links: usize) -> String {
    let chain = ".optMap(x, x)".repeat(links);
    one(&ruled(
        "type: object, properties: {p0: {type: string}}",
        &format!("{{rule: \"self.?p0{chain}.hasValue()\"}}"),
    ))
}

/// A rule with macros in macros.
pub fn nested(links: usize) -> String {
    let rule = (0..links).fold("true".to_owned(), |inner, level| format!("self.all(v{level}, {inner})"));
    one(&ruled("type: array, items: {type: string}", &format!("{{rule: \"{rule}\"}}")))
}
