//! kubectl's annotation: `kubectl apply --server-side` after `kubectl apply`.

use serde_json::{Value, json};

use crate::fixture::Server;

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

fn deployment(label: Option<&str>, replicas: u32, app: &str, containers: Value) -> Value {
    let mut object = json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "my-deployment"}, "spec": {
        "replicas": replicas, "selector": {"matchLabels": {"app": app}},
        "template": {"metadata": {"labels": {"app": app}}, "spec": {"containers": containers}}}});
    if let Some(label) = label {
        object["metadata"]["labels"] = json!({"app": label});
    }
    object
}

fn image(image: &str) -> Value {
    json!([{"name": "my-c", "image": image}])
}

/// The fields in conflict when a configuration is applied to an object that was updated, with an annotation.
fn conflicts(last: Option<&Value>, original: &Value, applied: &Value, manager: &str) -> Vec<String> {
    let mut server = Server::new();
    let mut original = original.clone();
    if let Some(last) = last {
        original["metadata"]["annotations"] = json!({ANNOTATION: last.to_string()});
    }
    server.update(original, "original");
    match server.apply(applied, manager) {
        Ok(()) => Vec::new(),
        Err(error) => error.causes().iter().map(|cause| cause.field.clone()).collect(),
    }
}

#[test]
fn fields_of_the_annotation_are_in_no_conflict_if_they_are_as_they_were() {
    let last = deployment(
        None,
        3,
        "my-app",
        json!([{"name": "my-c", "image": "my-image-v1"}, {"name": "my-c2", "image": "my-image2"}]),
    );
    let original = deployment(Some("my-app"), 100, "my-app", image("my-image-v2"));
    let applied = deployment(Some("my-new-label"), 333, "my-new-label", image("my-image-new"));
    let expected =
        [".metadata.labels.app", ".spec.replicas", ".spec.template.spec.containers[name=\"my-c\"].image"];
    assert_eq!(conflicts(Some(&last), &original, &applied, "kubectl"), expected);

    let last = deployment(Some("my-app"), 3, "my-app", image("my-image"));
    let original = deployment(Some("my-app"), 100, "my-app", image("my-image"));
    let applied = deployment(Some("my-new-label"), 3, "my-app", image("my-image"));
    assert_eq!(conflicts(Some(&last), &original, &applied, "kubectl"), [".spec.replicas"]);
    // Without a difference between annotation and object there is none.
    let applied = deployment(Some("my-new-label"), 333, "my-new-label", image("my-image-new"));
    assert_eq!(conflicts(Some(&original), &original, &applied, "kubectl"), [""; 0]);
    assert_eq!(conflicts(Some(&original), &original, &original, "kubectl"), [""; 0]);
}

#[test]
fn only_for_kubectl() {
    let last = deployment(Some("my-app"), 3, "my-app", image("my-image-v1"));
    let original = deployment(Some("my-app"), 100, "my-app", image("my-image-v2"));
    let applied = deployment(Some("my-new-label"), 333, "my-new-label", image("my-image-new"));
    let expected = [
        ".spec.selector",
        ".metadata.labels.app",
        ".spec.replicas",
        ".spec.template.metadata.labels.app",
        ".spec.template.spec.containers[name=\"my-c\"].image",
    ];
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    let mut actual = conflicts(Some(&last), &original, &applied, "not_kubectl");
    actual.sort_unstable();
    assert_eq!(actual, expected);
    assert_eq!(conflicts(None, &original, &applied, "kubectl").len(), 5);
}

#[test]
fn an_annotation_that_cannot_be_read_allows_nothing() {
    let original = deployment(Some("my-app"), 1, "my-app", image("my-image"));
    let applied = deployment(Some("my-app"), 100, "my-app", image("my-image"));
    let mut without_kind = original.clone();
    without_kind["kind"] = Value::Null;
    let mut other_version = original.clone();
    other_version["apiVersion"] = json!("apps/v1beta1");
    for last in [
        json!("invalid-object"),
        json!([]),
        without_kind,
        other_version,
        json!({"kind": "Deployment", "apiVersion": "apps/v1", "x": 1}),
    ] {
        assert_eq!(conflicts(Some(&last), &original, &applied, "kubectl"), [".spec.replicas"]);
    }
}

#[test]
fn the_annotation_is_kept_up_to_date() {
    let mut server = Server::new();
    let mut config = deployment(Some("a<b"), 20, "my-app", image("my-image"));
    config["metadata"]["annotations"] = json!({ANNOTATION: "nonempty"});
    server.apply(&config, "NOT-KUBECTL").expect("applied");
    let annotation =
        |server: &Server| server.live()["metadata"]["annotations"][ANNOTATION].as_str().map(str::to_owned);
    assert_eq!(annotation(&server).as_deref(), Some("nonempty"));
    server.apply(&config, "kubectl").expect("applied");
    assert_eq!(
        annotation(&server).as_deref(),
        Some(concat!(
            r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"annotations":{},"labels":{"app":"a\u003cb"},"name":"my-deployment"},"#,
            r#""spec":{"replicas":20,"selector":{"matchLabels":{"app":"my-app"}},"template":{"metadata":{"labels":{"app":"my-app"}},"#,
            r#""spec":{"containers":[{"image":"my-image","name":"my-c"}]}}}}"#,
            "\n"
        ))
    );
    // Without annotations in the configuration there are none in the text.
    config["metadata"].as_object_mut().expect("metadata").remove("annotations");
    server.apply(&config, "kubectl").expect("applied");
    let text = annotation(&server).expect("NOT-KUBECTL still owns the annotation");
    assert!(text.contains(r#""metadata":{"labels""#), "{text}");
}

#[test]
fn an_annotation_that_is_too_large_is_removed() {
    let mut server = Server::new();
    let mut config = deployment(Some("a"), 20, "my-app", image("my-image"));
    config["metadata"]["annotations"] = json!({ANNOTATION: "nonempty"});
    server.apply(&config, "kubectl").expect("applied");
    config["metadata"]["annotations"]["large"] = json!("x".repeat(200 * 1024));
    server.apply(&config, "kubectl").expect("applied");
    assert_eq!(server.live()["metadata"]["annotations"].get(ANNOTATION), None);
    assert!(server.live()["metadata"]["annotations"]["large"].is_string());
}
