//! What is kept of a CRD, and what is not.

use crdc_catalogue::kept;
use serde_json::{Value, json};

/// A CRD with one version, whose schema this is.
fn with(schema: &Value) -> Value {
    json!({"spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]}})
}

#[test]
fn what_decides_about_objects_is_kept() {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "backups.example.com", "annotations": {"api-approved.kubernetes.io": "https://a"}},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Backup", "plural": "backups", "shortNames": ["b"], "categories": ["all"]},
            "scope": "Namespaced",
            "preserveUnknownFields": false,
            "versions": [{
                "name": "v1",
                "served": true,
                "storage": true,
                "deprecated": true,
                "deprecationWarning": "use v2",
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-validations": [{"rule": "true", "message": "a"}]}},
                "subresources": {"status": {}},
                "selectableFields": [{"jsonPath": ".spec.a"}],
            }],
        },
    });
    assert_eq!(kept(crd.clone()), crd);
}

#[test]
fn what_only_people_and_running_servers_need_is_removed() {
    let crd = json!({
        "metadata": {
            "name": "a",
            "labels": {"a": "b"},
            "creationTimestamp": null,
            "annotations": {"controller-gen.kubebuilder.io/version": "v0.16.0", "api-approved.kubernetes.io": "u"},
        },
        "spec": {
            "conversion": {"strategy": "Webhook", "webhook": {}},
            "versions": [{"name": "v1", "additionalPrinterColumns": [{"name": "Age"}]}],
        },
        "status": {"conditions": []},
    });
    let rest = json!({
        "metadata": {"name": "a", "annotations": {"api-approved.kubernetes.io": "u"}},
        "spec": {"versions": [{"name": "v1"}]},
    });
    assert_eq!(kept(crd), rest);
    let crd = json!({"metadata": {"annotations": {"controller-gen.kubebuilder.io/version": "v0.16.0"}}});
    assert_eq!(kept(crd), json!({"metadata": {}}));
}

/// Wherever a schema can be, what is for people is removed of it, and nothing else.
#[test]
fn schemas_lose_their_prose_everywhere() {
    let prose = json!({
        "description": "d", "title": "t", "example": {"type": "a"}, "externalDocs": {"url": "u"}, "type": "string",
    });
    let plain = json!({"type": "string"});
    assert_eq!(kept(with(&prose)), with(&plain));
    for place in ["items", "additionalItems", "additionalProperties", "not"] {
        assert_eq!(kept(with(&json!({place: prose}))), with(&json!({place: plain})), "{place}");
    }
    for place in ["items", "allOf", "anyOf", "oneOf"] {
        assert_eq!(
            kept(with(&json!({place: [prose, prose]}))),
            with(&json!({place: [plain, plain]})),
            "{place}"
        );
    }
    for place in ["properties", "patternProperties", "definitions", "dependencies"] {
        assert_eq!(kept(with(&json!({place: {"a": prose}}))), with(&json!({place: {"a": plain}})), "{place}");
        let deep = |schema: &Value| json!({place: {"title": {"items": {"properties": {"a": schema}}}}});
        assert_eq!(kept(with(&deep(&prose))), with(&deep(&plain)), "{place}");
    }
}

#[test]
fn properties_and_values_with_the_names_of_keywords_stay() {
    for schema in [
        json!({"properties": {"description": {"type": "string"}, "title": {"type": "string"}, "example": {"type": "object"}}}),
        json!({"required": ["description"], "default": {"description": "a", "items": {"title": "b"}}}),
        json!({"enum": [{"description": "a"}], "x-kubernetes-list-map-keys": ["title"]}),
        json!({"x-kubernetes-validations": [{"rule": "self.title != ''", "description": "a"}]}),
        json!({"dependencies": {"title": ["description"]}, "additionalProperties": false}),
    ] {
        assert_eq!(kept(with(&schema)), with(&schema));
    }
}

#[test]
fn what_is_no_crd_stays_or_shrinks_without_an_error() {
    for value in [json!(null), json!([1]), json!({"spec": 1}), json!({"spec": {"versions": {"a": 1}}})] {
        assert_eq!(kept(value.clone()), value);
    }
    assert_eq!(kept(json!({"metadata": 1, "a": 2})), json!({"metadata": 1}));
}
