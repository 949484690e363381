//! Handlers of the subresource `scale`: an object with the replicas of another object.
// apiextensions-apiserver: pkg/registry/customresource/etcd.go

use crdc::Cause;
use crdc_admission::{Patch, Refusal, Workspace};
use crdc_apply::{Options, Time};
use crdc_vocabulary::go::quote;
use http::Method;
use serde_json::{Value, json};

use super::writing::Tried;
use crate::apimachinery::json_path;
use crate::handlers::request::call::{MOST_RETRIES, Request, not_allowed};
use crate::response::reply::Reply;
use crate::storage::history::Text;
use crate::subresources::scale::{SUBRESOURCE, Scale};
use crate::tracking::{ScaleWrite, Scaled};

impl Request<'_> {
    pub(crate) fn scale(&self) -> Result<Reply, Refusal> {
        let Some(paths) = &self.kind.scale else { return Err(not_allowed()) };
        let is_patch = match *self.call.method {
            Method::GET | Method::HEAD => return self.get_scale(paths),
            Method::PUT => false,
            Method::PATCH => true,
            _ => return Err(not_allowed()),
        };
        let mut names_version = false;
        for _ in 0..MOST_RETRIES {
            let tried = self.write_scale(paths, is_patch, &mut names_version)?;
            if !tried.is_stale || names_version {
                return Ok(tried.reply);
            }
        }
        Ok(self.write_scale(paths, is_patch, &mut names_version)?.reply)
    }

    fn get_scale(&self, paths: &Scale) -> Result<Reply, Refusal> {
        let object = self.scaled_object()?.1;
        if !self.kind.native && json_path::first(&paths.spec_replicas, &object).is_none() {
            return Err(Refusal::internal(format!(
                "the spec replicas field {} does not exist",
                quote(&paths.spec_replicas)
            )));
        }
        Ok(Reply::json(200, self.shown_scale(&paths.of(&object))))
    }

    /// The Scale in the form that the client asks for.
    fn shown_scale(&self, scale: &Value) -> Vec<u8> {
        self.representation.scale(&self.kind, scale, &self.api.clock)
    }

    /// The scaled object in its stored form, and in the version of the request.
    fn scaled_object(&self) -> Result<(Text, Value), Refusal> {
        let text = self.stored().ok_or_else(|| self.missing())?;
        let object = value(&self.kind.read(text.clone())?);
        Ok((text, object))
    }

    fn write_scale(&self, paths: &Scale, is_patch: bool, names_version: &mut bool) -> Result<Tried, Refusal> {
        let (before, object) = self.scaled_object()?;
        let options = value(&self.options);
        let scale = paths.of(&object);
        let write = ScaleWrite {
            scale: &scale,
            entries: object["metadata"].get("managedFields"),
            api_version: &self.api_version,
            paths: &self.kind.types.scales,
            options: Options {
                manager: options["fieldManager"].as_str().unwrap_or_default(),
                force: self.call.query.flag("force"),
                now: Time(self.api.now()),
            },
            native: self.kind.native,
        };
        let Scaled { scale: sent, entries } = if is_patch && self.call.is_apply() {
            write.applied(&self.config()?)?
        } else {
            write.updated(|old| if is_patch { self.patched_scale(old) } else { self.sent_scale() })?
        };
        let replicas = self.replicas(&sent)?;
        let mut change = paths.change(replicas);
        let version = sent["metadata"]["resourceVersion"].as_str().filter(|version| !version.is_empty());
        let live = &object["metadata"]["resourceVersion"];
        *names_version = version.is_some_and(|version| live != version) || (!is_patch && version.is_some());
        change["metadata"] = json!({"resourceVersion": version.map_or_else(|| live.clone(), Value::from), "managedFields": entries});
        let (patch, context) =
            (change.to_string(), self.context(if is_patch { "PatchOptions" } else { "UpdateOptions" })?);
        let (storage, mut workspace) = (self.kind.at(), Workspace::new());
        let patch = Patch::Merge(patch.as_bytes());
        let response = self.kind.chain.patch(
            &storage,
            context.applied(true).part(SUBRESOURCE),
            self.name(),
            patch,
            &mut workspace,
        );
        self.follow(&response, Some(&before));
        let show = |text: &[u8]| self.shown_scale(&paths.of(&value(text)));
        let is_stale = response.refusal().is_some_and(Refusal::is_conflict);
        Ok(Tried { reply: Reply::of_flow(&response, show, || Value::Null), is_stale })
    }

    fn sent_scale(&self) -> Result<Value, Refusal> {
        Ok(value(&self.json(["autoscaling", "v1", "Scale"])?))
    }

    fn patched_scale(&self, old: &Value) -> Result<Value, Refusal> {
        // A Scale has no lists, so a strategic merge patch is merged like a merge patch.
        let media = self.call.content_type.split(';').next().unwrap_or_default().trim();
        let is_strategic = media == "application/strategic-merge-patch+json";
        let of = if is_strategic { "application/merge-patch+json" } else { self.call.content_type };
        let patch = Patch::of_content_type(of, self.call.body)?;
        Ok(value(&patch.applied(old.to_string().as_bytes())?))
    }

    /// The replicas in a Scale that a client sent.
    fn replicas(&self, sent: &Value) -> Result<i64, Refusal> {
        let (kind, named) = (&sent["kind"], &sent["metadata"]["name"]);
        if !sent.is_object() || kind != "Scale" {
            return Err(Refusal::bad_request("the object of a scale is a Scale of autoscaling/v1"));
        }
        if !named.is_null() {
            self.check_name(named.as_str().unwrap_or_default())?;
        }
        let replicas = match &sent["spec"]["replicas"] {
            Value::Null if sent["spec"].is_object() || sent["spec"].is_null() => Some(0),
            replicas => replicas.as_i64(),
        };
        let Some(replicas) = replicas else {
            return Err(Refusal::bad_request("spec.replicas of a Scale is a number"));
        };
        // The replicas of custom resources are validated together with the object.
        if replicas < 0 && self.kind.native {
            let why = format!("Invalid value: {replicas}: must be greater than or equal to 0");
            let cause = Cause::new("FieldValueInvalid", why, "spec.replicas");
            return Err(Refusal::invalid(["autoscaling", "Scale", self.name()], vec![cause]));
        }
        Ok(replicas)
    }
}

fn value(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_default()
}
