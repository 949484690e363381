//! Differences in rules that `cargo xtask fuzz` found, each as the smallest request that shows it
//! (`policies/fuzzed-rules.yaml`). The interpreter answers each request as well.
//
// cel-go: interpreter/attributes.go (absoluteAttribute.Resolve), common/types; apiserver: pkg/cel/common/valuesunstructured.go,
// pkg/cel/escaping.go

use crdc_codegen::Ratcheting;
use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_tests::compiled::{find, run};

const NAME: &str = "fuzzedrules.policies.example.com/v1";

fn server() -> Server {
    let crd = include_str!("../../policies/fuzzed-rules.yaml");
    let server = load::servers("fuzzed-rules.yaml", crd).into_iter().next().unwrap();
    Server { ratcheting: Ratcheting::default(), ..server }
}

fn object(metadata: &str, spec: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"FuzzedRule","metadata":{{"namespace":"default","resourceVersion":"1","generation":1,{metadata}}},"spec":{spec}}}"#
    )
    .into_bytes()
}

/// The errors of rules.
fn rules(given: &Given) -> Vec<String> {
    let text = |error: &GivenError| format!("{}: {}", error.field, error.detail);
    given.errors.iter().filter(|error| error.source == "cel").map(text).collect()
}

/// What generated code and the interpreter say of an update of the spec.
fn updated(old: &str, new: &str) -> Vec<String> {
    let [old, new] = [old, new].map(|spec| object(r#""name":"a""#, spec));
    let compiled = run(find(NAME), Op::Update, &new, &old, &mut crdc::Scratch::new());
    let interpreted = server().update(&new, &old);
    assert!(interpreted.unknown.is_empty(), "{:?}", interpreted.unknown);
    let found = rules(&compiled);
    assert_eq!(rules(&Given::from(interpreted)), found);
    found
}

#[test]
fn rules_see_the_name_that_is_generated() {
    let mut scratch = crdc::Scratch::new();
    for (metadata, expected) in [
        (r#""name":"b""#, &[][..]),
        (r#""generateName":"b""#, &[]),
        (r#""generateName":"made-""#, &["<nil>: made"]),
        (r#""name":"","uid":"u","generateName":"made-""#, &["<nil>: made"]),
        (r#""name":"b","generateName":"made-""#, &[]),
    ] {
        let new = object(metadata, "{}");
        let given = run(find(NAME), Op::Create, &new, b"", &mut scratch);
        assert_eq!(rules(&given), expected, "{metadata}");
        let name = |given: &Given| {
            let object = given.object.as_ref()?;
            Some(object.get("metadata")?.get("name")?.to_string())
        };
        assert!(!name(&given).is_some_and(|name| name.contains("made")), "{metadata}");
        assert_eq!(rules(&Given::from(server().create(&new))), expected, "{metadata}");
    }
}

#[test]
fn rows() {
    let rows: &[(&str, &str, &[&str])] = &[
        // Fields are compared by the names that they have in objects, unless those could be escaped ones.
        (r#"{"dashed":{"x-y.z":"1"}}"#, r#"{"dashed":{"x-y.z":"1"}}"#, &[]),
        (r#"{"dashed":{"x-y.z":"1"}}"#, r#"{"dashed":{"x-y.z":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"a__b":"1"}}"#, r#"{"dashed":{"a__b":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"größe":"1"}}"#, r#"{"dashed":{"größe":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"__a__":"1"}}"#, r#"{"dashed":{"__a__":"2"}}"#, &[]),
        // An optional old value has no schema: dates are strings, whole numbers integers.
        (r#"{"unwrapped":{"x-y.z":"1"}}"#, r#"{"unwrapped":{"x-y.z":"1"}}"#, &[]),
        (r#"{"unwrapped":{"x-y.z":"1"}}"#, r#"{"unwrapped":{"x-y.z":"2"}}"#, &["spec.unwrapped: unwrapped"]),
        (
            r#"{"unwrapped":{"when":"2024-01-01T00:00:00Z"}}"#,
            r#"{"unwrapped":{"when":"2024-01-01T00:00:00Z"}}"#,
            &["spec.unwrapped: unwrapped"],
        ),
        (r#"{"named":{"a-b":"x"}}"#, r#"{"named":{"a-b":"x"}}"#, &[]),
        (r#"{"numbers":{"a":1,"b":2}}"#, r#"{"numbers":{"a":1,"b":1.5}}"#, &[]),
        (r#"{"numbers":{"a":0,"b":2}}"#, r#"{"numbers":{"a":1,"b":1.5}}"#, &["spec.numbers: half"]),
        (r#"{"numbers":{"a":2,"b":2}}"#, r#"{"numbers":{"a":2,"b":1.5}}"#, &["spec.numbers: below"]),
        (r#"{"numbers":{"a":1,"b":9}}"#, r#"{"numbers":{"a":1,"b":9}}"#, &["spec.numbers: sum"]),
        (
            r#"{"numbers":{"a":1,"b":9.5}}"#,
            r#"{"numbers":{"a":1,"b":9}}"#,
            &[
                "spec.numbers: 'no such overload': call arguments did not match a supported operator, function or \
               macro signature for rule: sum",
            ],
        ),
    ];
    for (old, new, expected) in rows {
        assert_eq!(updated(old, new), *expected, "{old} {new}");
    }
}
