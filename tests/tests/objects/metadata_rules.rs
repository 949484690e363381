//! Rules in the metadata of the object and of resources in it run, and see its names
//! (`policies/metadata-rules.yaml`): compiled code answers like the interpreter.
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validator

use crate::comparison::Comparison;

const METADATA: [&str; 16] = [
    r#"{"name":"a"}"#,
    r#"{"name":"x"}"#,
    r#"{"name":"z"}"#,
    r#"{"name":"a","name":"x"}"#,
    r#"{"n\u0061me":"x"}"#,
    r#"{"generateName":"a"}"#,
    r#"{"generateName":"x"}"#,
    r#"{"generateName":"y"}"#,
    r#"{"generateName":"z"}"#,
    r#"{"generateName":"z","name":"x"}"#,
    r#"{"name":"a","labels":{"a":"a"}}"#,
    r#"{"name":"a","labels":{"a":"x"}}"#,
    r#"{"name":"x","labels":{"b":"x"},"annotations":{"a":"x"}}"#,
    r#"{"labels":{"a":"b"}}"#,
    r#"{"name":null}"#,
    "{}",
];

fn object(metadata: &str, spec: &str) -> String {
    let head = r#""apiVersion":"policies.example.com/v1","kind":"MetadataRule""#;
    format!("{{{head},\"metadata\":{metadata},\"spec\":{spec}}}")
}

fn rules() -> Comparison {
    Comparison::of("policies/metadata-rules.yaml", "metadatarules.policies.example.com")
}

#[test]
fn metadata_of_the_object() {
    let mut rules = rules();
    for metadata in METADATA {
        rules.create(&object(metadata, "{}"));
    }
    for new in ["a", "x", "old"] {
        for old in ["a", "x", "old"] {
            let of = |name: &str| {
                object(&format!(r#"{{"name":"{name}","namespace":"default","resourceVersion":"1"}}"#), "{}")
            };
            rules.update(&of(new), &of(old));
        }
    }
    rules.assert_more_than(5, 5);
}

#[test]
fn metadata_of_resources_in_it() {
    let mut rules = rules();
    let whole = r#"{"name":"a","namespace":"default","resourceVersion":"1"}"#;
    for metadata in METADATA {
        for value in ["a", "x"] {
            let resource =
                format!(r#"{{"apiVersion":"v1","kind":"K","metadata":{metadata},"value":"{value}"}}"#);
            let declared = format!(r#"{{"apiVersion":"v1","kind":"K","metadata":{metadata}}}"#);
            rules.create(&object(whole, &format!(r#"{{"names":{resource}}}"#)));
            rules.create(&object(whole, &format!(r#"{{"declared":{declared}}}"#)));
            let map = |resource: &str| object(whole, &format!(r#"{{"map":{{"key":{resource}}}}}"#));
            rules.create(&map(&resource));
            for old in METADATA {
                let old = format!(r#"{{"apiVersion":"v1","kind":"K","metadata":{old},"value":"a"}}"#);
                rules.update(&map(&resource), &map(&old));
                let names = |resource: &str| object(whole, &format!(r#"{{"names":{resource}}}"#));
                rules.update(&names(&resource), &names(&old));
            }
        }
    }
    rules.assert_more_than(200, 200);
}
