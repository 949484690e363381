//! The subresource `scale`: an object with the replicas of another.
// apiextensions-apiserver: pkg/registry/customresource/etcd.go

use crdc::Cause;
use crdc_admission::{Patch, Refusal, Workspace};
use http::Method;
use serde_json::{Map, Value, json};

use super::call::{Request, not_allowed};
use crate::json_path;
use crate::kinds::Scale;
use crate::reply::Reply;

impl Request<'_> {
    pub(super) fn scale(&self) -> Result<Reply, Refusal> {
        let Some(paths) = &self.kind.scale else { return Err(not_allowed()) };
        let text = self.stored().ok_or_else(|| self.missing())?;
        let scale = scale_of(paths, &value(&text));
        let sent = match *self.call.method {
            Method::GET => return Ok(Reply::value(200, &scale)),
            Method::PUT => value(&self.json()?),
            Method::PATCH => {
                // A Scale has no lists: a strategic patch merges it.
                let media = self.call.content_type.split(';').next().unwrap_or_default().trim();
                let is_strategic = media == "application/strategic-merge-patch+json" && self.kind.native;
                let of = if is_strategic { "application/merge-patch+json" } else { self.call.content_type };
                let patch = Patch::of_content_type(of, self.call.body)?;
                value(&patch.applied(scale.to_string().as_bytes())?)
            }
            _ => return Err(not_allowed()),
        };
        let (kind, named) = (&sent["kind"], &sent["metadata"]["name"]);
        if !sent.is_object() || kind != "Scale" {
            return Err(Refusal::bad_request("the object of a scale is a Scale of autoscaling/v1"));
        }
        if !named.is_null() && named != self.name() {
            let why = format!(
                "the name of the object ({named}) does not match the name on the URL ({})",
                self.name()
            );
            return Err(Refusal::bad_request(why));
        }
        let replicas = match &sent["spec"]["replicas"] {
            Value::Null if sent["spec"].is_object() || sent["spec"].is_null() => Some(0),
            replicas => replicas.as_i64(),
        };
        let Some(replicas) = replicas else {
            return Err(Refusal::bad_request("spec.replicas of a Scale is a number"));
        };
        if replicas < 0 {
            let why = format!("Invalid value: {replicas}: must be greater than or equal to 0");
            let cause = Cause::new("FieldValueInvalid", why, "spec.replicas");
            return Err(Refusal::invalid(["autoscaling", "Scale", self.name()], vec![cause]));
        }
        let mut change = nested(&paths.spec_replicas, json!(replicas));
        let version = &sent["metadata"]["resourceVersion"];
        if version.is_string() {
            change["metadata"] = json!({"resourceVersion": version});
        }
        let (patch, context) = (
            change.to_string(),
            self.context(if *self.call.method == Method::PATCH { "PatchOptions" } else { "UpdateOptions" })?,
        );
        let (storage, mut workspace) = (self.kind.at(), Workspace::new());
        let patch = Patch::Merge(patch.as_bytes());
        let response = self.kind.chain.patch(&storage, context, self.name(), patch, &mut workspace);
        let show = |text: &[u8]| scale_of(paths, &value(text)).to_string().into_bytes();
        Ok(Reply::of_flow(&response, show, || Value::Null))
    }
}

fn value(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_default()
}

/// The `Scale` of an object.
fn scale_of(paths: &Scale, object: &Value) -> Value {
    let replicas = |path: &str| json_path::first(path, object).and_then(Value::as_i64).unwrap_or(0);
    let metadata = &object["metadata"];
    let mut of_scale = Map::new();
    for field in ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] {
        of_scale.extend(metadata.get(field).map(|value| (field.to_owned(), value.clone())));
    }
    let mut scale = json!({"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": of_scale,
        "spec": {"replicas": replicas(&paths.spec_replicas)}, "status": {"replicas": replicas(&paths.status_replicas)}});
    let selector = paths.label_selector.as_ref().and_then(|path| json_path::first(path, object));
    if let Some(selector) = selector.filter(|selector| selector.is_string()) {
        scale["status"]["selector"] = selector.clone();
    }
    scale
}

/// A value below the fields of a path.
fn nested(path: &str, value: Value) -> Value {
    let fields = path.split('.').filter(|field| !field.is_empty());
    fields.rev().fold(value, |value, field| json!({ field: value }))
}
