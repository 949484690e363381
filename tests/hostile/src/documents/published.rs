//! Published OpenAPI documents: definitions that refer to each other.

use super::Family;

/// The families. In those with a row or a ring, each definition refers to the next.
pub const FAMILIES: &[Family] = &[
    ("definitions", |n| {
        published(n, |i| format!("\"p{i}\": {{\"$ref\": \"#/definitions/D{i}\"}}"), |i| i + n)
    }),
    ("definitions in a row", |n| {
        published(n, |i| if i == 0 { reference(0) } else { String::new() }, |i| i + 1)
    }),
    ("definitions in a ring", |n| {
        published(n, |i| if i == 0 { reference(0) } else { String::new() }, |i| (i + 1) % n)
    }),
    ("one definition", |n| {
        published(n, |i| format!("\"p{i}\": {{\"$ref\": \"#/definitions/D0\"}}"), |i| i + n)
    }),
];

/// A property that refers to a definition.
fn reference(to: usize) -> String {
    format!("\"first\": {{\"$ref\": \"#/definitions/D{to}\"}}")
}

/// A document with a kind of up to `n` properties, and `n` definitions. Definition `i` refers to `next(i)`,
/// if that exists.
fn published(n: usize, property: impl Fn(usize) -> String, next: impl Fn(usize) -> usize) -> String {
    let properties: Vec<String> = (0..n).map(property).filter(|text| !text.is_empty()).collect();
    let definition = |i: usize| {
        let to = next(i);
        let next =
            if to < n { format!(", \"next\": {{\"$ref\": \"#/definitions/D{to}\"}}") } else { String::new() };
        format!(
            "\"D{i}\": {{\"type\": \"object\", \"properties\": {{\"a{i}\": {{\"type\": \"string\"}}{next}}}}}"
        )
    };
    let definitions: Vec<String> = (0..n).map(definition).collect();
    format!(
        "{{\"swagger\": \"2.0\", \"definitions\": {{\"Thing\": {{\"type\": \"object\", \"properties\": {{\"metadata\": \
         {{\"$ref\": \"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\"}},\n{}}}, \
         \"x-kubernetes-group-version-kind\": [{{\"group\": \"example.com\", \"version\": \"v1\", \"kind\": \"Thing\"}}]}},\n{}}}}}",
        properties.join(",\n"),
        definitions.join(",\n")
    )
}
