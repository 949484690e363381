//! Generators for documents of any size.

pub(crate) const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
";

/// A version of this name whose `spec` has this schema.
pub(crate) fn version(name: &str, storage: bool, spec: &str) -> String {
    format!(
        "  - name: {name}\n    served: true\n    storage: {storage}\n    subresources: {{status: {{}}}}\n    schema:\n      \
         openAPIV3Schema:\n        type: object\n        properties:\n          spec: {spec}\n"
    )
}

pub(crate) fn crd(spec: &str) -> String {
    format!("{HEAD}{}", version("v1", true, spec))
}

/// `n` pieces separated by commas.
pub(crate) fn many(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().join(",\n            ")
}

/// An object with `n` properties.
pub(crate) fn object(n: usize, schema: impl Fn(usize) -> String) -> String {
    crd(&format!("{{type: object, properties: {{{}}}}}", many(n, |i| format!("p{i}: {}", schema(i)))))
}

/// An object with one property.
pub(crate) fn one(schema: &str) -> String {
    crd(&format!("{{type: object, properties: {{one: {schema}}}}}"))
}

pub(crate) fn names(n: usize) -> String {
    many(n, |i| format!("p{i}"))
}

pub(crate) fn strings(n: usize) -> String {
    many(n, |i| format!("p{i}: {{type: string}}"))
}

pub(crate) fn long(length: usize) -> String {
    format!("? {}\n            ", "k".repeat(length))
}

/// A document of size `n`.
pub(crate) type Family = (&'static str, fn(usize) -> String);
