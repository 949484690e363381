//! Hostile documents of any size, by topic, and the work of the compiler on them.

pub mod branches;
pub mod extensions;
pub mod fields;
pub mod mistakes;
pub mod nested;
pub mod published;
pub mod resources;
pub mod rules;
pub mod values;
pub mod work;

/// The beginning of a CRD, up to its versions.
pub const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
";

/// A version of this name whose `spec` has this schema.
pub fn version(name: &str, storage: bool, spec: &str) -> String {
    format!(
        "  - name: {name}\n    served: true\n    storage: {storage}\n    subresources: {{status: {{}}}}\n    schema:\n      \
         openAPIV3Schema:\n        type: object\n        properties:\n          spec: {spec}\n"
    )
}

/// A CRD whose `spec` has this schema.
pub fn crd(spec: &str) -> String {
    format!("{HEAD}{}", version("v1", true, spec))
}

/// `n` pieces separated by commas.
pub fn many(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().join(",\n            ")
}

/// A CRD whose `spec` has `n` properties.
pub fn object(n: usize, schema: impl Fn(usize) -> String) -> String {
    crd(&format!("{{type: object, properties: {{{}}}}}", many(n, |i| format!("p{i}: {}", schema(i)))))
}

/// A CRD whose `spec` has one property.
pub fn one(schema: &str) -> String {
    crd(&format!("{{type: object, properties: {{one: {schema}}}}}"))
}

/// The names `p0` to `p(n-1)`.
pub fn names(n: usize) -> String {
    many(n, |i| format!("p{i}"))
}

/// `n` properties that are strings.
pub fn strings(n: usize) -> String {
    many(n, |i| format!("p{i}: {{type: string}}"))
}

/// A key of this length, as an explicit key of YAML (`? key`).
pub fn long(length: usize) -> String {
    format!("? {}\n            ", "k".repeat(length))
}

/// A family: what its documents have many of, and the document of size `n`.
pub type Family = (&'static str, fn(usize) -> String);
