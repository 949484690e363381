//! Schemas with thousands of values, fields and branches: rustc compiles the generated code, and it works.

use crdc_codegen::{Options, generate};
use crdc_source::Source;
use crdc_source::diag::Severity;

use super::krate::Crate;

/// Sizes: values of an enum, fields of an object, branches of a `oneOf`.
const VALUES: usize = 40_000;
const FIELDS: usize = 3_000;
const BRANCHES: usize = 500;

/// A resource with all of them, an enum of integers and an enum of mixed values.
fn document() -> Source {
    let many = |n: usize, piece: &dyn Fn(usize) -> String| (0..n).map(piece).collect::<Vec<_>>().join(", ");
    let strings = many(VALUES, &|i| format!("value-{i}"));
    // Neither sorted nor contiguous.
    let integers = many(VALUES, &|i| (i * 7 % VALUES * 10).to_string());
    let mixed = many(200, &|i| format!("{i}, {i}.5, text-{i}, {{a: {i}}}"));
    let fields = many(FIELDS, &|i| format!("f{i}: {{type: string}}"));
    let branches =
        many(BRANCHES, &|i| format!("{{required: [f{i}], properties: {{f{i}: {{maxLength: 3}}}}}}"));
    Source::new(
        "large.yaml",
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: larges.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: larges, singular: large, kind: Large, listKind: LargeList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              strings: {{type: array, items: {{type: string, enum: [{strings}]}}}}
              integers: {{type: array, items: {{type: integer, enum: [{integers}]}}}}
              mixed: {{type: array, items: {{x-kubernetes-preserve-unknown-fields: true, enum: [{mixed}]}}}}
              wide: {{type: object, properties: {{{fields}}}, oneOf: [{branches}]}}
"
        ),
    )
}

/// Listed values of each kind, then others.
const MAIN: &str = r#"//! Answers requests.
mod large;

/// The code of a request to create an object with this `spec`.
fn code(spec: &str, scratch: &mut machinery::Scratch) -> u16 {
    let text = format!("{{\"apiVersion\":\"example.com/v1\",\"kind\":\"Large\",\"metadata\":{{\"name\":\"x\",\"namespace\":\"y\"}},\"spec\":{spec}}}");
    <large::Large as machinery::Resource>::create(text.as_bytes(), scratch).code()
}

fn main() {
    let mut scratch = machinery::Scratch::new();
    for (field, valid, invalid) in [
        ("strings", "\"value-0\",\"value-7\",\"value-39999\"", &["\"value-40000\"", "\"value\"", "\"\"", "null"][..]),
        ("integers", "0,10,399990,70,10.0", &["5", "-10", "400000", "null"][..]),
        ("mixed", "0,199,0.5,199.5,1.75,\"text-0\",\"text-199\",{\"a\":0},{\"a\":199}",
            &["200", "-1", "200.5", "\"text\"", "\"text-200\"", "{\"a\":200}", "{}", "[]", "true"][..]),
    ] {
        assert_eq!(code(&format!("{{\"{field}\":[{valid}]}}"), &mut scratch), 201, "{field}");
        for invalid in invalid {
            let spec = format!("{{\"{field}\":[{valid},{invalid}]}}");
            assert_eq!(code(&spec, &mut scratch), 422, "{spec}");
        }
    }
    assert_eq!(code("{\"wide\":{\"f0\":\"abc\",\"f2999\":\"\"}}", &mut scratch), 201);
    assert_eq!(code("{\"wide\":{\"f2999\":\"\"}}", &mut scratch), 422);
    assert_eq!(code("{\"wide\":{\"f0\":\"abc\",\"f499\":\"\"}}", &mut scratch), 422);
    assert_eq!(code("{\"wide\":{\"f499\":\"abcd\"}}", &mut scratch), 422);
    // As many values as constants.
    let long: Vec<String> = (0..100_000).map(|i| (i % 40_000 * 10).to_string()).collect();
    assert_eq!(code(&format!("{{\"integers\":[{}]}}", long.join(",")), &mut scratch), 201);
}
"#;

#[test]
fn large_schemas_compile_and_run() {
    let options = Options { runtime_path: "::machinery".to_owned(), ..Options::default() };
    let generated = generate(&[document()], &options);
    let errors = generated.diagnostics.iter().filter(|one| one.diagnostic.severity() == Severity::Error);
    assert_eq!(errors.map(|one| &one.diagnostic.message).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(generated.files.len(), 1);
    let krate = Crate::new("large", "2024");
    krate.write("large.rs", &generated.files[0].text);
    krate.write("main.rs", MAIN);
    krate.cargo("run");
}
