//! What requests may not do, and what they do to managedFields themselves.

use crdc_apply::{FieldManager, Options, Time, keep_times};
use serde_json::{Value, json};

use crate::fixture::{START, Server, with_labels, with_spec};

#[test]
fn other_versions_and_kinds_are_refused() {
    let cases = [
        (
            json!({"apiVersion": "apps/v1beta1", "kind": "Deployment"}),
            "invalid object type: apps/v1beta1, Kind=Deployment",
        ),
        (json!({"apiVersion": "v1", "kind": "Pod"}), "invalid object type: /v1, Kind=Pod"),
        (json!({"kind": "Deployment"}), "invalid object type: /, Kind=Deployment"),
        (json!({}), "invalid object type: /, Kind="),
        (json!({"apiVersion": "a/b/c", "kind": "Deployment"}), "invalid object type: /, Kind="),
        (json!(["a"]), "invalid object type: /, Kind="),
    ];
    for (config, message) in cases {
        let error = Server::new().apply(&config, "ann").expect_err("an error");
        assert_eq!((error.code(), error.reason(), error.message()), (400, "BadRequest", message));
    }
}

#[test]
fn a_configuration_has_no_managed_fields() {
    for entries in [json!([]), json!([{}]), json!([{"manager": "test"}])] {
        let mut config = with_labels(json!({"a": "b"}));
        config["metadata"]["managedFields"] = entries;
        let error = Server::new().apply(&config, "ann").expect_err("an error");
        assert_eq!((error.code(), error.message()), (400, "metadata.managedFields must be nil"));
    }
}

#[test]
fn values_that_do_not_fit_are_internal_errors() {
    let containers = |containers: Value| with_spec(json!({"template": {"spec": {"containers": containers}}}));
    let cases = [
        (with_spec(json!({"replica": 1})), ".spec.replica: field not declared in schema"),
        (with_spec(json!({"replicas": "1"})), ".spec.replicas: expected numeric (int or float), got string"),
        (
            with_labels(json!({"a": true})),
            ".metadata.labels.a: expected string, got &value.valueUnstructured{Value:true}",
        ),
        (
            containers(json!({"a": [1, "x", null]})),
            ".spec.template.spec.containers: expected list, got &{map[a:[1 x <nil>]]}",
        ),
        (with_spec(json!([])), ".spec: expected map, got &{[]}"),
        (
            containers(json!([{"name": "a"}, {"name": "a"}])),
            ".spec.template.spec.containers: duplicate entries for key [name=\"a\"]",
        ),
        (
            containers(json!([{"image": "a"}])),
            ".spec.template.spec.containers: element 0: associative list with keys has an element that omits all key fields [\"name\"] \
             (and doesn't have default values for any key fields)",
        ),
        (
            containers(json!([{"name": "a", "ports": [{"containerPort": "x"}], "args": [1]}])),
            "errors:\n  .spec.template.spec.containers[name=\"a\"].args[0]: expected string, got &value.valueUnstructured{Value:1}\n  \
             .spec.template.spec.containers[name=\"a\"].ports[containerPort=\"x\",protocol=\"TCP\"].containerPort: expected numeric \
             (int or float), got string",
        ),
    ];
    for (config, problem) in cases {
        let error = Server::new().apply(&config, "ann").expect_err("an error");
        let message =
            format!("failed to create typed patch object (/web; apps/v1, Kind=Deployment): {problem}");
        assert_eq!((error.code(), error.reason(), error.message()), (500, "", message.as_str()));
    }
}

#[test]
fn a_client_clears_managed_fields() {
    for entries in [json!([]), json!([{}])] {
        let mut server = Server::new();
        server.apply(&with_labels(json!({"a": "b"})), "ann").expect("applied");
        let mut object = server.live().clone();
        object["metadata"]["uid"] = json!("1");
        server.live = Some(object.clone());
        object["metadata"]["managedFields"] = entries;
        server.update(object.clone(), "bob");
        assert_eq!(server.entries(), &Value::Null);
        // It is not tracked from then on, until somebody applies.
        object["metadata"]["labels"]["a"] = json!("c");
        server.update(object, "bob");
        assert_eq!(server.entries(), &Value::Null);
    }
}

#[test]
fn managed_fields_of_a_request_count_if_they_are_right() {
    let applied = || {
        let mut server = Server::new();
        server.apply(&with_labels(json!({"a": "b"})), "ann").expect("applied");
        server
    };
    // Missing or broken ones are those of the live object.
    for entries in [
        Value::Null,
        json!("x"),
        json!(["x"]),
        json!([{"manager": 1}]),
        json!([{"manager": "m", "operation": "Delete"}]),
    ] {
        let mut server = applied();
        let mut object = server.live().clone();
        object["metadata"]["managedFields"] = entries;
        server.update(object, "bob");
        assert_eq!(server.managers(), ["ann Apply"]);
    }
    // Others take their place; not through a subresource.
    let entry = json!([{"manager": "eve", "operation": "Apply", "apiVersion": "apps/v1", "fieldsType": "FieldsV1",
        "fieldsV1": {"f:metadata": {"f:labels": {"f:a": {}}}}}]);
    let mut server = applied();
    let mut object = server.live().clone();
    object["metadata"]["managedFields"] = entry.clone();
    server.update(object.clone(), "bob");
    assert_eq!(server.managers(), ["eve Apply"]);
    let mut server = applied();
    server.update_to("status", object, "bob");
    assert_eq!(server.managers(), ["ann Apply"]);
}

#[test]
fn live_managed_fields_that_are_broken_fail_an_apply() {
    let mut server = Server::new();
    let mut object = with_labels(json!({"a": "b"}));
    object["metadata"]["managedFields"] = json!([{"manager": "m", "operation": "Delete"}]);
    server.live = Some(object);
    let error = server.apply(&with_labels(json!({})), "ann").expect_err("an error");
    assert_eq!(
        (error.code(), error.message()),
        (500, "failed to decode managed fields: operation must be `Apply` or `Update`")
    );
}

#[test]
fn an_update_that_is_not_tracked_has_no_managed_fields() {
    let mut server = Server::new();
    server.apply(&with_labels(json!({"a": "b"})), "ann").expect("applied");
    // Validation comes later in a server; here the object does not fit its type.
    server.update(with_spec(json!({"replica": 1})), "bob");
    assert_eq!(server.live(), &with_spec(json!({"replica": 1})));
    let manager = FieldManager::new(&server.versions, "apps/v1", "Deployment");
    let options = Options { manager: "bob", force: false, now: Time(START) };
    let error =
        manager.track_update(None, None, &with_spec(json!({"replica": 1})), options).expect_err("an error");
    assert_eq!(
        error.message(),
        "failed to convert new object (/web; apps/v1, Kind=Deployment) to smd typed: .spec.replica: field not declared in schema"
    );
}

#[test]
fn duplicates_in_live_objects_are_owned_as_one() {
    let mut server = Server::new();
    let pods = |containers: Value| with_spec(json!({"template": {"spec": {"containers": containers}}}));
    server.update(pods(json!([{"name": "a", "image": "1"}, {"name": "a", "image": "2"}])), "old");
    let fields = server.entry("old").pointer("/fieldsV1/f:spec/f:template/f:spec/f:containers");
    assert_eq!(fields, Some(&json!({".": {}, "k:{\"name\":\"a\"}": {}})));
    server.apply(&with_labels(json!({"x": "y"})), "ann").expect("applied");
    server.force(&pods(json!([{"name": "a", "image": "3"}])), "ann");
    assert_eq!(server.live()["spec"]["template"]["spec"]["containers"], json!([{"name": "a", "image": "3"}]));
}

#[test]
fn times_stay_if_nothing_else_changed() {
    let mut server = Server::new();
    server.apply(&with_labels(json!({"a": "b"})), "ann").expect("applied");
    let old = server.live().clone();
    let mut new = old.clone();
    new["metadata"]["managedFields"][0]["time"] = json!("2026-02-02T00:00:00Z");
    let mut kept = new.clone();
    keep_times(&mut kept, &old);
    assert_eq!(kept, old);
    for (path, value) in
        [("/metadata/labels/a", json!("c")), ("/metadata/managedFields/0/fieldsV1", json!({}))]
    {
        let mut changed = new.clone();
        *changed.pointer_mut(path).expect("a field") = value;
        let mut kept = changed.clone();
        keep_times(&mut kept, &old);
        assert_eq!(kept, changed);
    }
}
