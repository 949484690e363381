//! Documents with many alternatives: branches of `anyOf`, `oneOf`, `allOf` and `not`.

use super::{Family, crd, many, names, one, strings};

/// The families, each with a function from a size to a document.
pub const FAMILIES: &[Family] = &[
    ("anyOf of lengths", |n| branches("anyOf", n)),
    ("oneOf of lengths", |n| branches("oneOf", n)),
    ("allOf of lengths", |n| branches("allOf", n)),
    ("anyOf of required names", |n| required("anyOf", n)),
    ("oneOf of required names", |n| required("oneOf", n)),
    ("allOf of required names", |n| required("allOf", n)),
    ("allOf of required names beside defaults", |n| {
        let branches = many(10 * n, |i| format!("{{required: [q{i}]}}"));
        let default = |i| {
            format!("          p{i}: {{type: object, properties: {{a: {{type: string, default: x}}}}}}\n")
        };
        let properties: String = (0..n).map(default).collect();
        // One `allOf` is of the resource itself, and one of its spec.
        crd(&format!("{{type: object, allOf: [{branches}], properties: {{\n{properties}}}}}")
            .replace("}\n", "},\n"))
        .replace(
            "        properties:\n",
            &format!("        allOf: [{branches}]\n        properties:\n{properties}"),
        )
    }),
    ("anyOf of properties", |n| properties("anyOf", n, &strings(n))),
    ("oneOf of properties", |n| properties("oneOf", n, &strings(n))),
    ("allOf of unknown properties", |n| properties("allOf", n, "")),
    ("properties of a branch", |n| {
        let inner = many(n, |i| format!("p{i}: {{maxLength: {i}}}"));
        let names = names(n);
        let outer = strings(n);
        one(&format!(
            "{{type: object, properties: {{{outer}}}, not: {{properties: {{{inner}}}, required: [{names}]}}}}"
        ))
    }),
];

/// A field with `n` alternatives under a keyword.
pub fn branches(keyword: &str, n: usize) -> String {
    one(&format!("{{type: string, {keyword}: [{}]}}", many(n, |i| format!("{{maxLength: {i}}}"))))
}

/// A field with `n` properties and an alternative that requires each of them.
fn required(keyword: &str, n: usize) -> String {
    let branches = many(n, |i| format!("{{required: [p{i}]}}"));
    one(&format!("{{type: object, properties: {{{}}}, {keyword}: [{branches}]}}", strings(n)))
}

/// A field with the properties `outer` and `n` alternatives that constrain one each.
fn properties(keyword: &str, n: usize, outer: &str) -> String {
    let branches = many(n, |i| format!("{{properties: {{p{i}: {{minLength: {i}}}}}}}"));
    one(&format!("{{type: object, properties: {{{outer}}}, {keyword}: [{branches}]}}"))
}
