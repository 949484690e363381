//! Real clients: kube's, in this process.
#![allow(clippy::unwrap_used)]

mod addresses;
mod answers;
mod applied;
mod bindings;
mod built_in;
#[cfg(feature = "webhooks")]
mod certificates;
mod conditions;
mod copies;
mod defaults;
mod definitions;
mod designs;
mod direct;
mod encoded;
mod ephemeral;
mod errors;
mod evictions;
mod garbage;
mod graceful;
mod hostile;
mod injected;
mod limit_ranges;
mod load;
mod namespaces;
mod native;
mod objects;
mod openapi;
mod pages;
mod parameters;
mod policies;
mod protection;
mod protobuf;
mod raw;
mod remote;
mod selectors;
mod starting;
mod stored;
mod strategic;
mod tables;
#[cfg(feature = "tls")]
mod tls;
mod unconditional;
mod unknown_fields;
mod updates;
mod users;
mod versions;
mod watches;
mod webhooks;
mod wrong_types;

use crdc_server::{Server, TestServer};
use kube::Client;
use kube::api::{Api, ObjectMeta};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the tests' operator is about.
#[derive(CustomResource, Clone, Debug, Default, Deserialize, PartialEq, Serialize, JsonSchema)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "Database",
    namespaced,
    derive = "PartialEq",
    status = "DatabaseStatus",
    shortname = "db",
    scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"),
    printcolumn(name = "Engine", type_ = "string", json_path = ".spec.engine"),
    selectable = ".spec.engine"
)]
pub(crate) struct DatabaseSpec {
    pub(crate) engine: String,
    #[serde(default = "one")]
    pub(crate) replicas: i32,
}

fn one() -> i32 {
    1
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, JsonSchema)]
pub(crate) struct DatabaseStatus {
    #[serde(default)]
    pub(crate) replicas: i32,
}

pub(crate) fn builder() -> TestServer {
    TestServer::new().crd_text(serde_json::to_string(&Database::crd()).unwrap())
}

pub(crate) fn server() -> Server {
    builder().start().unwrap()
}

pub(crate) fn client(server: &Server) -> Client {
    Client::new(server.service(), "default")
}

pub(crate) fn databases(server: &Server) -> Api<Database> {
    Api::default_namespaced(client(server))
}

pub(crate) fn database(name: &str, engine: &str) -> Database {
    let metadata = ObjectMeta { name: Some(name.to_owned()), ..ObjectMeta::default() };
    let spec = DatabaseSpec { engine: engine.to_owned(), replicas: 1 };
    Database { metadata, spec, status: None }
}
