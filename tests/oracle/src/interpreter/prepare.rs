//! Prepares an object before validation: its status, namespace, generation, owner references, and the fields
//! of metadata that only the server sets. Requests use the namespace `default` if the object has none. An
//! update increases the generation if anything outside of the metadata changed; an integer and a float
//! differ.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go; apiserver:
// registry/rest/meta.go, EnsureObjectNamespaceMatchesRequestNamespace

use super::Server;
use crate::json::Json;

/// Does what the server's handler does before admission: sets the namespace of the request, clears system
/// fields on a create, and removes repeated owner references. Returns the warning about repeated owner
/// references, if any.
//
// apiserver: endpoints/handlers/{create,update,rest}.go, registry/rest/meta.go
pub(super) fn receive(server: &Server, object: &mut Json, create: bool) -> Vec<String> {
    namespace(server, object);
    let Some(metadata) = object.get_mut("metadata") else { return vec![] };
    if create {
        for field in
            ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"]
        {
            metadata.remove(field);
        }
    }
    without_repeated_owners(object)
}

/// Removes owner references that repeat an earlier one. Returns the warning, if there are any.
pub(super) fn without_repeated_owners(object: &mut Json) -> Vec<String> {
    let Some(metadata) = object.get_mut("metadata") else { return vec![] };
    let Some(Json::Array(owners)) = metadata.get_mut("ownerReferences") else { return vec![] };
    let (mut kept, mut repeated): (Vec<Json>, Vec<&str>) = (vec![], vec![]);
    for owner in owners.iter() {
        if kept.iter().any(|known| known.same(owner)) {
            repeated.push(owner.get("uid").and_then(Json::as_str).unwrap_or_default());
        } else {
            kept.push(owner.clone());
        }
    }
    if repeated.is_empty() {
        return vec![];
    }
    let warning = format!(
        ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may \
         reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        repeated.join(", ")
    );
    *owners = kept;
    vec![warning]
}

/// Prepares the object of a create: drops a status that is a subresource, and sets the generation to 1.
pub(super) fn create(server: &Server, object: &mut Json) {
    if server.status {
        object.remove("status");
    }
    set_generation(object, 1);
}

/// Prepares the object of an update: restores the status if it is a subresource, and the fields of metadata
/// that updates cannot change; sets the generation.
pub(super) fn update(server: &Server, object: &mut Json, old: &Json) {
    if server.status {
        match old.get("status") {
            Some(status) => object.set("status", status.clone()),
            None => {
                object.remove("status");
            }
        }
    }
    keep(object, old);
    let generation = generation(old);
    let changed = !without_metadata(object).same(&without_metadata(old));
    set_generation(object, if changed { generation.wrapping_add(1) } else { generation });
}

/// Replaces the object of a status update by the old object with the status and `managedFields` of the
/// request. Returns the old object for comparison, in the namespace of the request.
pub(super) fn update_status(server: &Server, object: &mut Json, mut old: Json) -> Json {
    let status = object.remove("status");
    let sent = metadata(object).clone();
    let own = metadata(&mut old);
    if server.namespaced && own.get("namespace").is_none() {
        own.set("namespace", sent.get("namespace").cloned().unwrap_or_else(|| "default".into()));
    }
    *object = old.clone();
    let managers = sent.get("managedFields").cloned();
    metadata(object).remove("managedFields");
    if let Some(managers) = managers {
        metadata(object).set("managedFields", managers);
    }
    object.remove("status");
    if let Some(status) = status {
        object.set("status", status);
    }
    let generation = generation(&old);
    set_generation(object, generation);
    old
}

/// The given or generated name of an object, empty if there is neither; the random suffix is five zeros.
//
// apiserver: storage/names/generate.go
pub(super) fn generated_name(metadata: &Json) -> Vec<u8> {
    let text = |field: &str| metadata.get(field).and_then(Json::as_str).unwrap_or_default().as_bytes();
    match (text("name"), text("generateName")) {
        (b"", b"") => vec![],
        (b"", start) => [&start[..start.len().min(58)], b"00000"].concat(),
        (name, _) => name.to_vec(),
    }
}

/// Restores fields of metadata: some always, the others only if the request lacks them.
//
// apiserver: registry/rest/update.go, BeforeUpdate
fn keep(object: &mut Json, old: &Json) {
    let Some(old) = old.get("metadata") else { return };
    let new = metadata(object);
    for (field, always) in [
        ("uid", false),
        ("creationTimestamp", true),
        ("deletionTimestamp", true),
        ("deletionGracePeriodSeconds", false),
    ] {
        if let Some(value) = old.get(field)
            && (always || new.get(field).is_none())
        {
            new.set(field, value.clone());
        }
    }
}

/// Sets the namespace `default` if a namespaced object has none; removes the namespace of other objects.
fn namespace(server: &Server, object: &mut Json) {
    if !server.namespaced {
        // Metadata that is absent stays absent.
        if let Some(metadata) = object.get_mut("metadata") {
            metadata.remove("namespace");
        }
    } else if metadata(object).get("namespace").is_none() {
        metadata(object).set("namespace", "default".into());
    }
}

/// The metadata of an object; missing metadata are added.
fn metadata(object: &mut Json) -> &mut Json {
    if !matches!(object.get("metadata"), Some(Json::Object(_))) {
        object.set("metadata", Json::Object(vec![]));
    }
    object.get_mut("metadata").expect("it was just set")
}

/// A copy of an object without its metadata.
fn without_metadata(object: &Json) -> Json {
    let mut object = object.clone();
    object.remove("metadata");
    object
}

/// The generation of a stored object: `repairGeneration` gives the first one to an object without one.
fn generation(object: &Json) -> i64 {
    match object.get("metadata").and_then(|metadata| metadata.get("generation")) {
        Some(Json::Int(generation)) if *generation != 0 => *generation,
        _ => 1,
    }
}

fn set_generation(object: &mut Json, generation: i64) {
    metadata(object).set("generation", Json::Int(generation));
}
