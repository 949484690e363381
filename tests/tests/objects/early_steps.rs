//! What is settled while an object is decoded, with duplicates, other spellings and values that are not
//! certain: compiled code answers like the interpreter, which has steps for all of it.

use crate::comparison::Comparison;

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
    let mut probes = Comparison::of("vectors/probe.yaml", "probes.vectors.example.com");
    for types in TYPES {
        for metadata in METADATA {
            probes.create(&format!(r#"{{{types},"metadata":{metadata},"spec":{{"v":1}}}}"#));
            probes.create(&format!(r#"{{"metadata":{metadata},"status":{{}},{types}}}"#));
        }
    }
    let old = r#"{"apiVersion":"vectors.example.com/v1","kind":"Probe","metadata":{"name":"a","namespace":"default","generation":-5},"spec":{"v":1}}"#;
    for first in METADATA {
        for second in METADATA {
            let body = format!(r#"{{{},"metadata":{first},"spec":{{"v":1}},"metadata":{second}}}"#, TYPES[0]);
            probes.create(&body);
            probes.update(&body, old);
        }
    }
    probes.assert_more_than(300, 500);
}

#[test]
fn metadata_of_a_resource_of_the_whole_cluster() {
    let mut things = Comparison::of("keywords/scope/crd.yaml", "clusterthings.keywords.example.com");
    for first in METADATA {
        for second in METADATA {
            things.create(&format!(
                r#"{{"apiVersion":"keywords.example.com/v1","kind":"ClusterThing","metadata":{first},"metadata":{second}}}"#
            ));
        }
    }
    things.assert_more_than(100, 200);
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
    let mut constructs = Comparison::of("policies/crd.yaml", "constructs.policies.example.com");
    for first in SPECS {
        for second in SPECS {
            constructs.create(&format!(
                r#"{{"apiVersion":"policies.example.com/v1","kind":"Construct","spec":{first},"metadata":{{"name":"a"}},"spec":{second}}}"#
            ));
        }
    }
    constructs.assert_more_than(50, 50);
}

/// Texts for a spec with defaults, which decoding changes.
const PRESETS: [&str; 10] = [
    r#"{"preset":{}}"#,
    r#"{"preset":{"b":"y"},"unknown":1}"#,
    r#"{"preset":{"unknown":{"c":[1]},"b":"y"}}"#,
    r#"{"preset":{"a":"y","a":null}}"#,
    r#"{"preset":{"a":null,"a":"y"}}"#,
    r#"{"preset":{"b":"y","b":"z","unknown":1}}"#,
    r#"{"preset":{"\u0062":"y"}}"#,
    r#"{"preset":{"b":"\u0079"},"guarded":{}}"#,
    r#"{"open":{"c":1,"c":2},"nullable":null}"#,
    r#"{"items":[{"a":"y"},{"unknown":1},{}]}"#,
];

/// Most updates have the text of the old spec, which need not be walked if the same schema decoded both.
#[test]
fn updates_with_the_text_of_the_old_object() {
    let mut rules = Comparison::of("policies/absent-fields.yaml", "absentfields.policies.example.com");
    let object = |spec: &str, annotation: &str| {
        let metadata = format!(
            r#"{{"name":"a","namespace":"default","resourceVersion":"1","generation":4,"annotations":{{"a":"{annotation}"}}}}"#
        );
        format!(
            r#"{{"apiVersion":"policies.example.com/v1","kind":"AbsentField","metadata":{metadata},"spec":{spec}}}"#
        )
    };
    for spec in PRESETS {
        for old in PRESETS {
            rules.update(&object(spec, "b"), &object(old, "c"));
            // The same with white space around what is changed.
            let spaced = spec.replace(":{", " : { ").replace('}', " }");
            rules.update(&object(&spaced, "b"), &object(old, "c"));
        }
    }
    rules.assert_more_than(50, 20);
}
