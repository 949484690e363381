//! OpenAPI documents: schemas for `kubectl explain` and for generators of clients, and the requests of each
//! kind, without which `kubectl apply` sends no request.
//!
//! `operations` lists the requests of a kind, `custom` and `native` make schemas, `contents` collects both.
//! `v3` makes a document of these, `v2` the older one, which `gnostic` writes as protobuf.
// kubectl: pkg/cmd/util, pkg/validation; kube-openapi: pkg/handler3, pkg/handler

mod contents;
mod custom;
mod gnostic;
mod native;
mod operations;
mod v2;
mod v3;

use std::collections::BTreeMap;
use std::sync::Arc;

use crdc_kubernetes::Kinds;
use serde_json::{Map, Value, json};

use crate::handlers::request::call::Call;
use crate::kinds::Kind;
use crate::response::reply::Reply;
use contents::Contents;
use custom::Edition;
pub(crate) use v3::document;

/// The index of the documents: the path of the document of each API version.
pub(crate) fn index(versions: &BTreeMap<String, Vec<Arc<Kind>>>) -> Value {
    let paths: Map<String, Value> = versions
        .keys()
        .map(|version| {
            let path =
                if version.contains('/') { format!("apis/{version}") } else { format!("api/{version}") };
            (path.clone(), json!({"serverRelativeURL": format!("/openapi/v3/{path}")}))
        })
        .collect();
    json!({ "paths": paths })
}

/// The media types by which clients ask for the older document in protobuf. kubectl asks for the second, but
/// Go's parser of media types refuses it in an answer, which therefore has the first.
// kube-openapi: pkg/handler/handler.go
const PROTOBUF: [&str; 2] = [
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
];

/// The older document of all kinds, in the format that the client accepts.
pub(crate) fn older<'k>(
    kinds: impl IntoIterator<Item = &'k Arc<Kind>>,
    types: Option<&Kinds>,
    call: &Call<'_>,
) -> Reply {
    let made = || v2::document(&Contents::of(kinds, types, Edition::V2));
    if call.accept.trim().is_empty() {
        return Reply::document(made().to_string());
    }
    for clause in call.accept.split(',') {
        let media = clause.split(';').next().unwrap_or_default().trim();
        if matches!(media, "application/json" | "application/*" | "*/*" | "*") {
            return Reply::document(made().to_string());
        }
        if PROTOBUF.contains(&media) {
            return Reply::document(gnostic::document(&made())).media(PROTOBUF[0]);
        }
    }
    Reply::document("").with_code(406)
}
