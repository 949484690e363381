//! What is settled while an object is decoded, with duplicates, other spellings and values that are not certain: compiled code
//! answers like the interpreter, which has steps for all of it.

use crdc_oracle::differential::same;
use crdc_oracle::load;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled;

/// Texts for `apiVersion` and `kind`.
const TYPES: [&str; 14] = [
    r#""apiVersion":"vectors.example.com/v1","kind":"Probe""#,
    r#""kind":"Probe","apiVersion":"vectors.example.com/v1""#,
    r#""apiVersion" : "vectors.example.com/v1" , "kind" : "Probe""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Pro\u0062e""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Probes""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Prob""#,
    r#""apiVersion":"vectors.example.com/v2","kind":"Probe""#,
    r#""apiVersion":"vectors.example.com/v1","kind":null"#,
    r#""apiVersion":"vectors.example.com/v1","kind":1"#,
    r#""apiVersion":"vectors.example.com/v1""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Other","kind":"Probe""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Probe","kind":"Other""#,
    r#""apiVersion":"vectors.example.com/v1","kind":"Probe","Kind":"Other""#,
    r#""APIVERSION":"vectors.example.com/v2","apiVersion":"vectors.example.com/v1","kind":"Probe""#,
];

/// Texts for `metadata`.
const METADATA: [&str; 24] = [
    r#"{"name":"a"}"#,
    r#"{"name":"a","namespace":"default"}"#,
    r#"{"namespace":"default"}"#,
    r#"{"name":"A","namespace":"default"}"#,
    r#"{"name":"a\u002db","namespace":"default"}"#,
    r#"{"name":"","namespace":"default"}"#,
    r#"{"name":"a","name":"B","namespace":"default"}"#,
    r#"{"name":"A","name":"b","namespace":"default"}"#,
    r#"{"name":"a","namespace":"other"}"#,
    r#"{"name":"a","namespace":"Default"}"#,
    r#"{"name":"a","namespace":"default","generation":-5}"#,
    r#"{"name":"a","namespace":"default","generation": -5}"#,
    r#"{"name":"a","namespace":"default","generation":7}"#,
    r#"{"name":"a","namespace":"default","labels":{"b":"c","a/b":"C_d"}}"#,
    r#"{"name":"a","namespace":"default","labels":{"b":"c d"}}"#,
    r#"{"name":"a","namespace":"default","labels":{"b c":""}}"#,
    r#"{"name":"a","namespace":"default","labels":{"b":"c","b":"d e"}}"#,
    r#"{"name":"a","namespace":"default","labels":{"b":"\u0063"}}"#,
    r#"{"name":"a","namespace":"default","annotations":{"A.b/C":"any \u0001 thing","b":""}}"#,
    r#"{"name":"a","namespace":"default","annotations":{"a b":""}}"#,
    r#"{"name":"a","namespace":"default","finalizers":["b c"]}"#,
    r#"{"name":"a","namespace":"default","unknown":1}"#,
    "{}",
    "null",
];

#[test]
fn texts_that_are_settled_early_or_not() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let text = std::fs::read_to_string(format!("{root}/probe.yaml")).unwrap();
    let server = load::server("probe.yaml", &text, "v1");
    let compiled = compiled::find("probes.vectors.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let (mut accepted, mut refused) = (0, 0);
    let mut check = |body: &str, old: Option<&str>| {
        let (op, wanted) = match old {
            None => (Op::Create, server.create(body.as_bytes())),
            Some(old) => (Op::Update, server.update(body.as_bytes(), old.as_bytes())),
        };
        let given = compiled::run(compiled, op, body.as_bytes(), old.unwrap_or("").as_bytes(), &mut scratch);
        same(&Given::from(wanted), &given).unwrap_or_else(|difference| panic!("{body}\n  {difference}"));
        *(if given.code < 400 { &mut accepted } else { &mut refused }) += 1;
    };
    for types in TYPES {
        for first in METADATA {
            check(&format!(r#"{{{types},"metadata":{first},"spec":{{"v":1}}}}"#), None);
            check(&format!(r#"{{"metadata":{first},"status":{{}},{types}}}"#), None);
        }
    }
    let old = r#"{"apiVersion":"vectors.example.com/v1","kind":"Probe","metadata":{"name":"a","namespace":"default","generation":-5},"spec":{"v":1}}"#;
    for first in METADATA {
        for second in METADATA {
            let body = format!(r#"{{{},"metadata":{first},"spec":{{"v":1}},"metadata":{second}}}"#, TYPES[0]);
            check(&body, None);
            check(&body, Some(old));
        }
    }
    assert!(accepted > 300 && refused > 500, "{accepted} accepted, {refused} refused");
}

#[test]
fn metadata_of_a_resource_of_the_whole_cluster() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/keywords/scope");
    let text = std::fs::read_to_string(format!("{root}/crd.yaml")).unwrap();
    let server = load::server("crd.yaml", &text, "v1");
    let compiled = compiled::find("clusterthings.keywords.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let (mut accepted, mut refused) = (0, 0);
    for first in METADATA {
        for second in METADATA {
            let body = format!(
                r#"{{"apiVersion":"keywords.example.com/v1","kind":"ClusterThing","metadata":{first},"metadata":{second}}}"#
            );
            let given = compiled::run(compiled, Op::Create, body.as_bytes(), b"", &mut scratch);
            same(&Given::from(server.create(body.as_bytes())), &given)
                .unwrap_or_else(|difference| panic!("{body}\n  {difference}"));
            *(if given.code < 400 { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 100 && refused > 200, "{accepted} accepted, {refused} refused");
}

/// Texts for the spec and its replicas.
const SPECS: [&str; 14] = [
    r#"{"replicas":3}"#,
    r#"{"replicas":-1}"#,
    r#"{"replicas":2147483648}"#,
    r#"{"replicas":1.5}"#,
    r#"{"replicas":1e2}"#,
    r#"{"replicas":"3"}"#,
    r#"{"replicas":null}"#,
    r#"{"replicas":3,"replicas":-1}"#,
    r#"{"replicas":-1,"replicas":3}"#,
    r#"{"replicas":-1,"replicas":null}"#,
    r#"{"other":"a"}"#,
    "{}",
    "null",
    "[]",
];

#[test]
fn replicas_that_are_noted_or_not() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/policies");
    let text = std::fs::read_to_string(format!("{root}/crd.yaml")).unwrap();
    let server = load::server("crd.yaml", &text, "v1");
    let compiled = compiled::find("constructs.policies.example.com/v1");
    let mut scratch = crdc::Scratch::new();
    let (mut accepted, mut refused) = (0, 0);
    for first in SPECS {
        for second in SPECS {
            let body = format!(
                r#"{{"apiVersion":"policies.example.com/v1","kind":"Construct","spec":{first},"metadata":{{"name":"a"}},"spec":{second}}}"#
            );
            let given = compiled::run(compiled, Op::Create, body.as_bytes(), b"", &mut scratch);
            same(&Given::from(server.create(body.as_bytes())), &given)
                .unwrap_or_else(|difference| panic!("{body}\n  {difference}"));
            *(if given.code < 400 { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}
