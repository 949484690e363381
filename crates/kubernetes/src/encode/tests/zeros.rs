//! Which empty fields are written.

use serde_json::json;

use super::NEWEST;
use crate::definition::{Shape, Type};
use crate::encode::{encode, encode_decoded};

fn written(api_version: &str, kind: &str, object: serde_json::Value) -> String {
    encode(&NEWEST, NEWEST.find(api_version, kind).unwrap(), &object)
}

#[test]
fn structs_that_are_no_pointers_are_written() {
    assert_eq!(
        written("coordination.k8s.io/v1", "Lease", json!({"metadata": {"name": "a", "generation": 0}})),
        r#"{"metadata":{"name":"a"},"spec":{}}"#
    );
    assert_eq!(
        written(
            "v1",
            "Pod",
            json!({"spec": {"containers": [{"name": "a", "securityContext": {}, "lifecycle": null}]}})
        ),
        r#"{"metadata":{},"spec":{"containers":[{"name":"a","resources":{},"securityContext":{}}]},"status":{}}"#
    );
    assert_eq!(
        written("policy/v1", "PodDisruptionBudget", json!({})),
        r#"{"metadata":{},"spec":{},"status":{"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,"expectedPods":0}}"#
    );
}

#[test]
fn nulls_are_written_where_go_has_no_omitempty() {
    assert_eq!(
        written("v1", "LimitRange", json!({"spec": {"limits": []}})),
        r#"{"metadata":{},"spec":{"limits":null}}"#
    );
    let event = written("v1", "Event", json!({"metadata": {"name": "a"}}));
    assert!(event.contains(r#""firstTimestamp":null,"lastTimestamp":null"#), "{event}");
    assert!(event.contains(r#""eventTime":null,"reportingComponent":"","reportingInstance":"""#), "{event}");
}

#[test]
fn zeros_of_pointers_are_values() {
    assert_eq!(
        written(
            "apps/v1",
            "Deployment",
            json!({"spec": {"replicas": 0, "paused": false, "selector": null, "minReadySeconds": 0}})
        ),
        r#"{"metadata":{},"spec":{"replicas":0,"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}"#
    );
}

#[test]
fn definitions_keep_empty_lists_and_extensions() {
    let schema = json!({"type": "", "nullable": false, "required": [], "properties": {}, "pattern": null});
    let kept = json!({"default": {"b": 1}, "items": {"type": "string"}, "minLength": 0, "x-kubernetes-immutable": false,
        "x-kubernetes-preserve-unknown-fields": false, "additionalProperties": false});
    let definition = json!({"spec": {"versions": [], "names": {}, "conversion": {"webhook": {"conversionReviewVersions": []}},
        "group": "a"}, "status": {"storedVersions": []}});
    assert_eq!(
        written("apiextensions.k8s.io/v1", "CustomResourceDefinition", definition),
        r#"{"metadata":{},"spec":{"group":"a","names":{"plural":"","kind":""},"scope":"","versions":[],"conversion":{"strategy":"","webhook":{"conversionReviewVersions":[]}}},"status":{"conditions":null,"acceptedNames":{"plural":"","kind":""},"storedVersions":[]}}"#
    );
    let of =
        NEWEST.named("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps").unwrap();
    let of_schemas = json!({"properties": {"a": schema, "b": kept}, "allOf": [schema], "not": schema, "dependencies": {"a": ["b"], "c": schema}});
    assert_eq!(
        encode(&NEWEST, of, &of_schemas),
        r#"{"allOf":[{}],"not":{},"properties":{"a":{},"b":{"default":{"b":1},"minLength":0,"items":{"type":"string"},"additionalProperties":false,"x-kubernetes-preserve-unknown-fields":false,"x-kubernetes-immutable":false}},"dependencies":{"a":["b"],"c":{}}}"#
    );
}

/// An empty object of each kind has what Go writes; what was written is written again.
#[test]
fn encoding_twice_is_encoding_once() {
    let mut kinds = 0;
    for kind in NEWEST.archive().kinds() {
        let Some(definition) = NEWEST.find(&kind.of.api_version(), &kind.of.kind) else { continue };
        kinds += 1;
        let once = encode(&NEWEST, definition, &json!({}));
        let twice = encode(&NEWEST, definition, &serde_json::from_str(&once).unwrap());
        assert_eq!(once, twice, "{}", definition.name);
        assert!(once.starts_with('{') && once.ends_with('}'), "{once}");
    }
    assert!(kinds > 150, "{kinds}");
}

/// A field that the table lacks would be written as it is.
#[test]
fn every_field_of_a_known_type_is_in_the_table() {
    let mut todo: Vec<_> =
        NEWEST.archive().kinds().iter().filter_map(|kind| NEWEST.named(&kind.definition)).collect();
    let mut known = std::collections::BTreeSet::new();
    while let Some(definition) = todo.pop() {
        let Shape::Struct(fields) = &definition.shape else { continue };
        if !known.insert(&definition.name) {
            continue;
        }
        for field in fields {
            assert!(field.go.position < fields.len() + 40, "{} {}", definition.name, field.name);
            let mut of = &field.value;
            while let Type::List(inner, _) | Type::Map(inner) = of {
                of = inner;
            }
            if let Type::Named(id) = of {
                todo.extend(NEWEST.get(*id));
            }
        }
    }
    assert!(known.len() > 400, "{}", known.len());
}

#[test]
fn decoded_objects_keep_empty_lists_and_maps_and_nothing_else() {
    let of = NEWEST.find("v1", "Service").unwrap();
    let service = json!({"metadata": {"labels": {}, "name": "", "generation": 0, "ownerReferences": null},
        "spec": {"ports": [], "selector": {}, "clusterIP": "", "publishNotReadyAddresses": false}});
    for (text, expected) in [
        (encode(&NEWEST, of, &service), r#"{"metadata":{},"spec":{},"status":{"loadBalancer":{}}}"#),
        (
            encode_decoded(&NEWEST, of, &service),
            r#"{"metadata":{"labels":{}},"spec":{"ports":[],"selector":{}},"status":{"loadBalancer":{}}}"#,
        ),
    ] {
        assert_eq!(text, expected);
    }
}
