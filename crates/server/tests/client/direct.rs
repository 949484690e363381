//! Requests without HTTP, answers as data, and other versions of Kubernetes.

use std::sync::{Arc, Mutex};

use crdc::ErrorSource;
use crdc_server::{Answered, Server, TestServer};
use crdc_vocabulary::Minor;
use http::Method;
use serde_json::{Value, json};

const NOTES: &str = "/apis/example.com/v1/notes";

pub(crate) fn definition() -> String {
    let text = json!({"type": "object", "properties": {"size": {"type": "integer", "maximum": 5}, "id": {"type": "string", "format": "uuid4"}}});
    let version = |name: &str, served: bool| json!({"name": name, "served": served, "storage": name == "v1", "schema": {"openAPIV3Schema": text}});
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "notes.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "notes", "singular": "note", "kind": "Note"},
            "versions": [version("v1", true), version("v0", false)]}})
    .to_string()
}

fn note(version: &str, more: Value) -> Value {
    let mut note =
        json!({"apiVersion": format!("example.com/{version}"), "kind": "Note", "metadata": {"name": "a"}});
    for (key, value) in more.as_object().into_iter().flatten() {
        note[key] = value.clone();
    }
    note
}

fn send(server: &Server, method: Method, path: &str, body: &Value) -> (Answered, Value) {
    let answered = server.send(&method, path, "", body.to_string().as_bytes());
    let body = serde_json::from_slice(&answered.body).unwrap_or_default();
    (answered, body)
}

#[test]
fn errors_are_seen_as_data_also_by_copies() {
    let seen: Arc<Mutex<Vec<(ErrorSource, String)>>> = Arc::default();
    let to = seen.clone();
    let server = TestServer::new().crd_text(definition()).answer_observer(move |outcome| {
        let errors = outcome.errors().map(|error| (error.source, error.field.to_string()));
        to.lock().unwrap().extend(errors);
    });
    let server = server.start().unwrap();
    for server in [&server, &server.copy()] {
        let (answered, _) = send(server, Method::POST, NOTES, &note("v1", json!({"size": 3, "sise": 1})));
        assert_eq!((answered.code, answered.warnings), (201, vec!["unknown field \"sise\"".to_owned()]));
        assert_eq!(*seen.lock().unwrap(), []);
        let (answered, status) = send(
            server,
            Method::PUT,
            &format!("{NOTES}/a?fieldValidation=Ignore"),
            &note("v1", json!({"size": 9})),
        );
        assert_eq!((answered.code, &status["reason"]), (422, &json!("Invalid")));
        assert!(
            seen.lock().unwrap().drain(..).any(|found| found == (ErrorSource::Schema, "size".to_owned()))
        );
    }
}

#[test]
fn an_object_may_be_stored_in_a_version_that_is_not_served() {
    let server = TestServer::new().crd_text(definition()).start().unwrap();
    server.store(&note("v0", json!({"size": 7, "old": true}))).unwrap();
    let (answered, read) = send(&server, Method::GET, &format!("{NOTES}/a"), &Value::Null);
    assert_eq!(
        (answered.code, &read["apiVersion"], &read["size"]),
        (200, &json!("example.com/v1"), &json!(7))
    );
    assert_eq!(read.get("old"), None);
    assert_eq!(send(&server, Method::GET, "/apis/example.com/v0/notes/a", &Value::Null).0.code, 404);
    assert!(server.store(&note("v9", json!({}))).is_err());
}

/// A server of 1.28 does not know `optionalOldSelf`, and so not the type of `oldSelf`.
#[test]
fn definitions_are_read_as_of_a_version() {
    let rule = definition().replace(
        r#""type":"object"}"#,
        r#""type":"object","x-kubernetes-validations":[{"rule":"oldSelf.hasValue() || self.size > 0","optionalOldSelf":true}]}"#,
    );
    assert_ne!(rule, definition());
    let code =
        |version: Minor| TestServer::new().kubernetes(version).crd_text(rule.clone()).start().map(drop);
    assert_eq!(code(Minor::NEWEST), Ok(()));
    assert!(code(Minor(28)).is_err());
}
