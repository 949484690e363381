//! Who owns what after creates, updates and applies, and since when.

use serde_json::{Value, json};

use crate::fixture::{Server, with_labels, with_spec};

#[test]
fn apply_to_what_was_created_otherwise_conflicts() {
    let mut server = Server::new();
    server.update(with_spec(json!({"replicas": 3})), "creator");
    let error = server.apply(&with_spec(json!({"replicas": 101})), "ann").expect_err("an error");
    assert_eq!((error.code(), error.reason()), (409, "Conflict"));
    assert_eq!(
        error.message(),
        r#"Apply failed with 1 conflict: conflict with "creator" using apps/v1: .spec.replicas"#
    );
    assert_eq!(error.causes()[0].field, ".spec.replicas");
    assert_eq!(error.causes()[0].message, r#"conflict with "creator" using apps/v1"#);
}

#[test]
fn several_conflicts_are_listed_by_manager() {
    let mut server = Server::new();
    let containers =
        json!([{"name": "a", "image": "1", "ports": [{"containerPort": 1_000_000}, {"containerPort": 80}]}]);
    server
        .apply(&with_spec(json!({"replicas": 3, "template": {"spec": {"containers": containers}}})), "ann")
        .expect("applied");
    let mut status = with_labels(json!({"a": "b"}));
    status["spec"] = server.live()["spec"].clone();
    server.update(status, "bob");
    let containers =
        json!([{"name": "a", "image": "2", "ports": [{"containerPort": 1_000_000, "name": "x"}]}]);
    let mut config = with_spec(json!({"replicas": 4, "template": {"spec": {"containers": containers}}}));
    config["metadata"]["labels"] = json!({"a": "c"});
    let error = server.apply(&config, "cal").expect_err("an error");
    assert_eq!(
        error.message(),
        "Apply failed with 3 conflicts: conflicts with \"ann\":\n- .spec.replicas\n- .spec.template.spec.containers[name=\"a\"].image\n\
         conflicts with \"bob\" using apps/v1:\n- .metadata.labels.a"
    );
    assert_eq!(error.causes().len(), 3);
}

#[test]
fn keys_that_were_stored_are_printed_as_floats() {
    let mut server = Server::new();
    let ports = |name: &str| {
        let containers = json!([{"name": "a", "ports": [{"containerPort": 1_000_000, "name": name}]}]);
        with_spec(json!({"template": {"spec": {"containers": containers}}}))
    };
    server.apply(&ports("x"), "ann").expect("applied");
    let error = server.apply(&ports("y"), "bob").expect_err("an error");
    assert_eq!(
        error.causes()[0].field,
        ".spec.template.spec.containers[name=\"a\"].ports[containerPort=1e+06,protocol=\"TCP\"].name"
    );
}

#[test]
fn nobody_owns_what_the_server_sets() {
    let mut server = Server::new();
    let mut object = with_labels(json!({}));
    object["metadata"] = json!({"name": "b", "namespace": "b", "creationTimestamp": "2026-01-01T00:00:00Z", "uid": "b", "generation": 0,
        "resourceVersion": "b", "selfLink": "b", "managedFields": [{"manager": "m", "operation": "Apply", "apiVersion": "apps/v1"}]});
    server.update(object, "creator");
    assert_eq!(server.entries(), &Value::Null);
}

#[test]
fn an_object_that_was_not_tracked_has_an_owner_before_the_first_apply() {
    let mut server = Server::new();
    let mut object = with_labels(json!({"app": "mine"}));
    object["metadata"]["uid"] = json!("1");
    server.live = Some(object.clone());
    // Updates do not start to track it.
    server.update(object, "bob");
    assert_eq!(server.entries(), &Value::Null);
    let config = with_labels(json!({"app": "web"}));
    let error = server.apply(&config, "ann").expect_err("an error");
    assert_eq!(error.causes()[0].field, ".metadata.labels.app");
    assert_eq!(error.causes()[0].message, r#"conflict with "before-first-apply" using apps/v1"#);
    server.force(&config, "ann");
    assert_eq!(server.managers(), ["ann Apply", "before-first-apply Update"]);
    // The map is still owned by who added it.
    assert_eq!(server.entry("before-first-apply")["fieldsV1"], json!({"f:metadata": {"f:labels": {}}}));
}

#[test]
fn applying_what_is_there_is_no_change_and_has_no_time() {
    let mut server = Server::new();
    let config = with_labels(json!({"a": "b"}));
    server.apply(&config, "ann").expect("applied");
    server.now += 1;
    server.apply(&config, "bob").expect("applied");
    assert_eq!(server.managers(), ["bob Apply", "ann Apply"]);
    assert_eq!(server.entry("bob").get("time"), None);
    let before = server.live().clone();
    server.now += 1;
    server.update(config.clone(), "cal");
    assert_eq!(server.live(), &before);
    server.now += 1;
    server.force(&config, "ann");
    assert_eq!(server.live(), &before);
}

#[test]
fn times_change_with_the_fields_of_a_manager_only() {
    let mut server = Server::new();
    let time = |server: &Server, manager: &str| server.entry(manager)["time"].clone();
    server.apply(&with_labels(json!({"a": "1"})), "ann").expect("applied");
    server.apply(&with_labels(json!({"b": "1"})), "bob").expect("applied");
    assert_eq!(time(&server, "ann"), "2026-01-01T00:00:00Z");
    server.now += 90;
    server.apply(&with_labels(json!({"a": "2"})), "ann").expect("applied");
    assert_eq!(time(&server, "ann"), "2026-01-01T00:01:30Z");
    assert_eq!(time(&server, "bob"), "2026-01-01T00:00:00Z");
    // Taking a field does not change the time of who had it.
    server.now += 90;
    server.apply(&with_labels(json!({"b": "1", "c": "1"})), "bob").expect("applied");
    let mut object = server.live().clone();
    object["metadata"]["labels"]["c"] = json!("2");
    server.now += 90;
    server.update(object.clone(), "cal");
    assert_eq!(time(&server, "bob"), "2026-01-01T00:03:00Z");
    assert_eq!(time(&server, "cal"), "2026-01-01T00:04:30Z");
    assert_eq!(server.entry("bob")["fieldsV1"], json!({"f:metadata": {"f:labels": {"f:b": {}}}}));
    assert_eq!(server.entry("cal")["fieldsV1"], json!({"f:metadata": {"f:labels": {"f:c": {}}}}));
    // An update without effect changes nothing.
    server.now += 90;
    let before = server.live().clone();
    server.update(before.clone(), "cal");
    assert_eq!(server.live(), &before);
}

#[test]
fn the_same_name_is_two_managers_when_it_updates_and_applies() {
    let mut server = Server::new();
    server.update(with_spec(json!({"replicas": 1})), "ann");
    let error = server.apply(&with_spec(json!({"replicas": 2})), "ann").expect_err("an error");
    assert_eq!(
        error.message(),
        r#"Apply failed with 1 conflict: conflict with "ann" using apps/v1: .spec.replicas"#
    );
    server.force(&with_spec(json!({"replicas": 2})), "ann");
    assert_eq!(server.managers(), ["ann Apply", "ann Update"]);
}

#[test]
fn an_empty_name_is_unknown() {
    let mut server = Server::new();
    server.update(with_spec(json!({"replicas": 1})), "");
    assert_eq!(server.managers(), ["unknown Update"]);
}

#[test]
fn subresources_own_nothing_that_they_reset() {
    let mut server = Server::new();
    let mut object = with_spec(json!({"replicas": 1}));
    object["status"] = json!({"readyReplicas": 1});
    server.update(object, "ann");
    // Who creates an object owns its structs as well.
    assert_eq!(server.entry("ann")["fieldsV1"], json!({"f:spec": {".": {}, "f:replicas": {}}}));
    let mut object = server.live().clone();
    object["status"] = json!({"readyReplicas": 2});
    object["spec"]["replicas"] = json!(7);
    server.update_to("status", object, "ann");
    assert_eq!(server.managers(), ["ann Update", "ann Update status"]);
    let entry = &server.entries()[1];
    assert_eq!(entry["fieldsV1"], json!({"f:status": {"f:readyReplicas": {}}}));
    // Reset fields are in nobody's conflict.
    let mut config = with_spec(json!({"replicas": 9}));
    config["status"] = json!({"readyReplicas": 3});
    let error = server.apply_to("status", &config, "bob", false).expect_err("an error");
    assert_eq!(
        error.message(),
        r#"Apply failed with 1 conflict: conflict with "ann" with subresource "status" using apps/v1: .status.readyReplicas"#
    );
}

#[test]
fn what_is_not_applied_any_more_is_removed() {
    let mut server = Server::new();
    let container = |name: &str| json!({"name": name, "image": "1"});
    let pods = |containers: Value| with_spec(json!({"template": {"spec": {"containers": containers}}}));
    server.apply(&pods(json!([container("a"), container("b")])), "ann").expect("applied");
    server.apply(&pods(json!([container("c")])), "bob").expect("applied");
    server.apply(&pods(json!([container("a")])), "ann").expect("applied");
    assert_eq!(
        server.live()["spec"]["template"]["spec"]["containers"],
        json!([container("a"), container("c")])
    );
    // All of it: the deployment has no spec any more.
    server.apply(&pods(json!([container("a")])), "bob").expect("applied");
    server.apply(&with_labels(json!({"x": "y"})), "ann").expect("applied");
    server.apply(&with_labels(json!({"x": "y"})), "bob").expect("applied");
    assert_eq!(server.live().get("spec"), None);
}
