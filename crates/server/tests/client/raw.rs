//! Requests and answers as bytes, for what typed clients hide.

use bytes::Bytes;
use crdc_server::Server;
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use serde_json::Value;
use tower_service::Service;

/// An answer as it was sent.
pub(crate) struct Answer {
    pub(crate) code: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// A header; empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

/// Sends a request with headers, and a body of JSON unless a header says otherwise.
pub(crate) async fn ask(
    server: &Server,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = Full::new(Bytes::from(body.to_owned()));
    let Ok(response) = server.service().call(request.body(body).unwrap()).await;
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Answer { code: head.status.as_u16(), headers: head.headers, body }
}

pub(crate) async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(server, "GET", path, headers, "").await
}

/// What nests deeper than the parser does would be stored without owners, so it is refused.
#[tokio::test]
async fn an_object_that_nests_too_deep_is_refused() {
    let definition = serde_json::json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "knobs.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "knobs", "kind": "Knob"}, "versions": [
            {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}},
        ]},
    });
    let server = crate::builder().crd_text(definition.to_string()).start().unwrap();
    for (depth, code) in [(100, 201), (130, 400), (9_000, 400)] {
        let (open, close) = ("[".repeat(depth), "]".repeat(depth));
        let object = format!(
            r#"{{"apiVersion":"example.com/v1","kind":"Knob","metadata":{{"name":"a{depth}"}},"spec":{{"x":{open}{close}}}}}"#
        );
        let answer = ask(&server, "POST", "/apis/example.com/v1/knobs", &[], &object).await;
        assert_eq!(answer.code, code, "{depth}: {}", answer.text());
        assert_eq!(answer.text().contains("managedFields"), code == 201, "{depth}");
    }
}
