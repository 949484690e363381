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

use crate::handlers::older_document::OlderDocument;
use crate::kinds::Kind;
use crate::response::negotiation;
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

/// The formats of the older document.
#[derive(Clone, Copy)]
enum Format {
    Json,
    Protobuf,
}

const FORMATS: [(&str, Format); 3] =
    [("application/json", Format::Json), (PROTOBUF[1], Format::Protobuf), (PROTOBUF[0], Format::Protobuf)];

/// The older document of all kinds, in the format that a client accepts.
pub(crate) fn older_document(
    kept: &OlderDocument,
    kinds: Vec<Arc<Kind>>,
    types: Option<&Kinds>,
    accept: &str,
) -> Reply {
    let format = match negotiation::clauses_for(accept, &FORMATS).first() {
        Some(clause) => clause.encoding,
        None if accept.trim().is_empty() => Format::Json,
        None => return Reply::document("").with_code(406),
    };
    let built = kept.of(kinds);
    let made = || v2::document(&Contents::of(&built.kinds, types, Edition::V2));
    match format {
        Format::Json => Reply::document(built.json.get_or_init(|| made().to_string().into()).clone()),
        Format::Protobuf => {
            let text = built.protobuf.get_or_init(|| gnostic::document(&made()).into());
            Reply::document(text.clone()).media(PROTOBUF[0])
        }
    }
}
