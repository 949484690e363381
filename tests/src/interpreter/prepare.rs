//! What happens to status, namespace and generation before validation. Requests are sent to
//! the namespace `default` where the object names none. Generation is one more than the
//! old one where anything but metadata changed, an integer and a float being different.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go; apiserver:
// registry/rest/meta.go, EnsureObjectNamespaceMatchesRequestNamespace

use super::Server;
use crate::json::Json;

pub(super) fn create(server: &Server, object: &mut Json) {
    if server.status {
        object.remove("status");
    }
    namespace(server, object);
    set_generation(object, 1);
}

pub(super) fn update(server: &Server, object: &mut Json, old: &Json) {
    if server.status {
        match old.get("status") {
            Some(status) => object.set("status", status.clone()),
            None => {
                object.remove("status");
            }
        }
    }
    namespace(server, object);
    let generation = generation(old);
    let changed = !without_metadata(object).same(&without_metadata(old));
    set_generation(object, if changed { generation + 1 } else { generation });
}

pub(super) fn update_status(object: &mut Json, old: &Json) {
    let status = object.remove("status");
    *object = old.clone();
    object.remove("status");
    if let Some(status) = status {
        object.set("status", status);
    }
    let generation = generation(old);
    set_generation(object, generation);
}

fn namespace(server: &Server, object: &mut Json) {
    let metadata = metadata(object);
    if !server.namespaced {
        metadata.remove("namespace");
    } else if metadata.get("namespace").is_none() {
        metadata.set("namespace", "default".into());
    }
}

/// The metadata of an object, made where there is none.
fn metadata(object: &mut Json) -> &mut Json {
    if !matches!(object.get("metadata"), Some(Json::Object(_))) {
        object.set("metadata", Json::Object(vec![]));
    }
    object.get_mut("metadata").expect("it was just set")
}

fn without_metadata(object: &Json) -> Json {
    let mut object = object.clone();
    object.remove("metadata");
    object
}

/// A stored object without a generation is of the first: `repairGeneration`.
fn generation(object: &Json) -> i64 {
    match object.get("metadata").and_then(|metadata| metadata.get("generation")) {
        Some(Json::Int(generation)) if *generation != 0 => *generation,
        _ => 1,
    }
}

fn set_generation(object: &mut Json, generation: i64) {
    metadata(object).set("generation", Json::Int(generation));
}
