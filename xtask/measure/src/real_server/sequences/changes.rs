//! Installs a kind whose schema changes between requests. In: a variant. Out: its definition, in effect at
//! both servers.
//!
//! Easy to break: the real server serves a new schema some time after it was stored.

use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::pair::Pair;
use crate::real_server::client::Call;

/// The number of variants.
pub(super) const VARIANTS: usize = 4;
const NAME: &str = "changes.apply.example.com";

/// The schema of a variant: granular and atomic in turn, sets and lists with keys, typed and open.
pub(super) fn schema(variant: usize) -> Value {
    let text = json!({"type": "string"});
    let (map, list) = match variant {
        0 => ("granular", json!({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]})),
        1 => ("atomic", json!({"x-kubernetes-list-type": "atomic"})),
        2 => ("granular", json!({"x-kubernetes-list-type": "atomic"})),
        _ => ("atomic", json!({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]})),
    };
    let mut items = json!({"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": text, "b": text}}});
    if let (Some(items), Some(list)) = (items.as_object_mut(), list.as_object()) {
        items.extend(list.clone());
    }
    let mut inner = json!({"type": "object", "properties": {"a": text, "b": text, "c": {"type": "object", "properties": {"a": text, "b": text}}}});
    inner["x-kubernetes-map-type"] = json!(map);
    let mut names = json!({"type": "array", "items": text});
    names["x-kubernetes-list-type"] = json!(if variant.is_multiple_of(2) { "set" } else { "atomic" });
    let mut open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    if variant == 2 {
        open["properties"] = json!({"a": {"type": "object", "x-kubernetes-map-type": "atomic", "x-kubernetes-preserve-unknown-fields": true}});
    }
    let spec = json!({"type": "object", "properties": {"items": items, "inner": inner, "names": names, "open": open,
        "variant": {"type": "integer", "default": variant}}});
    json!({"type": "object", "properties": {"spec": spec, "status": {"type": "object", "properties": {"phase": text}}}})
}

/// Installs a variant at both servers, and waits until they serve it.
pub(super) fn install(pair: &Pair, definition: &Value, variant: usize) -> Result<()> {
    let mut definition = definition.clone();
    definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = schema(variant);
    let path = format!(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{NAME}?fieldManager=sequences&force=true"
    );
    for client in pair.both() {
        let call = Call::new("PATCH", path.clone(), "application/apply-patch+yaml", definition.to_string());
        let answer = client.call(&call)?;
        ensure!(answer.accepted(), "the definition is refused: {}", answer.body);
    }
    let probe = json!({"apiVersion": "apply.example.com/v1", "kind": "Change", "metadata": {"name": "probe"}, "spec": {}});
    for client in pair.both() {
        for _ in 0..500 {
            let answer = client.post("/apis/apply.example.com/v1/changes?dryRun=All", &probe)?;
            if answer.body["spec"]["variant"] == variant {
                break;
            }
            sleep(Duration::from_millis(20));
        }
    }
    Ok(())
}
