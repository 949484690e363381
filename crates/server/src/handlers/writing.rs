//! Handlers of create, update and patch requests: each runs the flow of admission, then the side effects.
// apiserver: pkg/endpoints/handlers/{create,update,patch}.go

use crdc::Status;
use crdc_admission::{Context, Object, Patch, Refusal, Response, Workspace, unreadable_version};
use serde_json::Value;

use crate::apimachinery::strategic_patch::patched;
use crate::handlers::request::body::unsupported_patch;
use crate::handlers::request::call::{MOST_RETRIES, Request};
use crate::kinds::storage::At;
use crate::response::reply::Reply;
use crate::storage::history::Text;
use crate::tracking::Apply;

/// A response, and whether it is a conflict because the object changed meanwhile.
pub(crate) struct Tried {
    pub(crate) reply: Reply,
    pub(crate) is_stale: bool,
}

impl Request<'_> {
    pub(crate) fn at(&self) -> At<'_> {
        self.kind.at()
    }

    pub(crate) fn create(&self) -> Result<Reply, Refusal> {
        let body = self.object()?;
        let context = self.context("CreateOptions")?;
        let mut workspace = Workspace::new();
        let response = self.kind.chain.create(&self.at(), context, &body, &mut workspace);
        let is_read = response.refusal().map(|refusal| self.summarized(refusal));
        Ok(is_read.flatten().unwrap_or_else(|| self.done(&response, None)))
    }

    pub(crate) fn update(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let body = self.object()?;
        if subresource.is_none() && self.kind.is_created_by_updates() && self.stored().is_none() {
            return self.create_by_update(&body);
        }
        // Updates of most of Kubernetes' own kinds may replace any version of the object.
        let any = self.kind.replaces_any(&Object::of(&body));
        self.retried(any, || {
            let before = self.stored();
            let context = self.context_of("UpdateOptions", subresource)?;
            let (storage, mut workspace) = (self.at(), Workspace::new());
            if let Some(Err(other)) = before.as_deref().map(|before| self.check_uid(&body, before)) {
                // Errors of reading the object come first.
                let context = context.dry_run(true);
                let response = self.kind.chain.update(&storage, context, self.name(), &body, &mut workspace);
                let unread = response.refusal().filter(|refusal| refusal.status().code == 400);
                let reply = Reply::status(unread.unwrap_or(&other).status()).warned(response.warnings());
                return Ok(Tried { reply, is_stale: false });
            }
            let response = self.kind.chain.update(&storage, context, self.name(), &body, &mut workspace);
            Ok(match response.refusal().and_then(|refusal| self.summarized(refusal)) {
                Some(reply) => Tried { reply, is_stale: false },
                None => self.tried(&response, before),
            })
        })
    }

    /// Creates the object that an update would replace, because it is missing.
    // apiserver: pkg/registry/generic/registry/store.go Update
    fn create_by_update(&self, body: &[u8]) -> Result<Reply, Refusal> {
        let mut object = Object::of(body);
        match object.string(&["metadata", "name"]).filter(|name| !name.is_empty()) {
            Some(name) => self.check_name(&name)?,
            None => {
                object.set_string(&["metadata", "name"], self.name());
            }
        }
        let (context, mut workspace) = (self.context("UpdateOptions")?, Workspace::new());
        let response = self.kind.chain.create(&self.at(), context, object.bytes(), &mut workspace);
        Ok(self.done(&response, None))
    }

    /// Writes an object, and retries if the object changed meanwhile. A request that contains a resource
    /// version is not retried.
    fn retried(
        &self,
        any_version: bool,
        mut write: impl FnMut() -> Result<Tried, Refusal>,
    ) -> Result<Reply, Refusal> {
        for _ in 0..MOST_RETRIES {
            let Tried { reply, is_stale } = write()?;
            if !is_stale || !any_version {
                return Ok(reply);
            }
        }
        Ok(write()?.reply)
    }

    /// The context of a write to the object or to one of its subresources.
    fn context_of<'c>(&'c self, options: &str, subresource: Option<&'c str>) -> Result<Context<'c>, Refusal> {
        let context = self.context(options)?;
        Ok(match subresource {
            None => context,
            Some(part) if self.kind.parts().any(|of| of == part) => context.part(part),
            Some(subresource) => context.subresource(subresource),
        })
    }

    fn tried(&self, response: &Response<'_>, before: Option<Text>) -> Tried {
        let is_stale = response.refusal().is_some_and(Refusal::is_conflict);
        Tried { reply: self.done(response, before), is_stale }
    }

    /// Merges an apply configuration into the stored object, and creates or updates the object.
    // apiserver: pkg/endpoints/handlers/patch.go applyPatcher
    fn apply(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let config = self.config()?;
        let is_versioned = config["metadata"]["resourceVersion"].is_string();
        self.retried(!is_versioned, || {
            let before = self.stored();
            let live: Option<Value> = match &before {
                Some(text) => {
                    let text = self.kind.read(text.clone())?;
                    Some(serde_json::from_slice(&text).map_err(Refusal::internal)?)
                }
                None => None,
            };
            if live.is_none() && subresource.is_some() {
                return Err(self.missing());
            }
            let apply = Apply {
                api_version: &self.api_version,
                subresource: subresource.unwrap_or_default(),
                manager: self.call.query.get("fieldManager").unwrap_or_default(),
                force: self.call.query.flag("force"),
                now: self.api.now(),
            };
            let mut merged = self.kind.types.apply(live.as_ref(), &config, &apply)?;
            let context = self.context_of("PatchOptions", subresource)?.applied(true);
            let (storage, mut workspace) = (self.at(), Workspace::new());
            let Some(live) = live else {
                if let Some(uid) = config["metadata"]["uid"].as_str() {
                    let why = format!(
                        "uid mismatch: the provided object specified uid {uid}, and no existing object was found"
                    );
                    return Err(Refusal::conflict(&self.names(), self.name(), why));
                }
                self.check_applied_name(&merged)?;
                // The apply is an update that creates, for which a server ignores the resource version. Only
                // a dry run returns it.
                // apiserver: registry/generic/registry/store.go Update
                let version = merged["metadata"]["resourceVersion"].as_str().unwrap_or_default();
                if let Some(why) = unreadable_version(version) {
                    return Err(Status::new(500, "", why).into());
                }
                if self.call.query.get("dryRun").is_none()
                    && let Some(metadata) = merged["metadata"].as_object_mut()
                {
                    metadata.remove("resourceVersion");
                }
                let body = merged.to_string().into_bytes();
                let response = self.kind.chain.create(&storage, context, &body, &mut workspace);
                return Ok(Tried { reply: self.done(&response, None), is_stale: false });
            };
            if !is_versioned {
                merged["metadata"]["resourceVersion"] = live["metadata"]["resourceVersion"].clone();
            }
            let coercer = self.kind.coercer.as_deref().filter(|_| subresource.is_none());
            let storage = storage.pruned(coercer.is_some_and(|coercer| coercer.prunes(&merged, self.kind.status)));
            let body = merged.to_string();
            let response =
                self.kind.chain.update(&storage, context, self.name(), body.as_bytes(), &mut workspace);
            Ok(self.tried(&response, before))
        })
    }

    pub(crate) fn patch(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        if self.call.is_apply() {
            return self.apply(subresource);
        }
        let media = self.call.content_type.split(';').next().unwrap_or_default().trim();
        if self.kind.native && media == "application/strategic-merge-patch+json" {
            return self.strategic(subresource);
        }
        let patch = Patch::of_content_type(self.call.content_type, self.call.body);
        let patch = patch.map_err(|refusal| match self.kind.native {
            true => unsupported_patch(self.call.body),
            false => refusal,
        })?;
        let context = self.context_of("PatchOptions", subresource)?;
        let before = self.stored();
        let mut workspace = Workspace::new();
        let response = self.kind.chain.patch(&self.at(), context, self.name(), patch, &mut workspace);
        Ok(self.done(&response, before))
    }

    /// Applies a strategic merge patch as the merge patch with the same result for the stored object. The
    /// merge patch contains the version of the object, so it is made again if the object changes meanwhile.
    fn strategic(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let read = |text: &[u8]| {
            serde_json::from_slice::<Value>(text).map_err(|error| Refusal::bad_request(error.to_string()))
        };
        let patch = read(self.call.body)?;
        // A patch that removes the version leaves an object that names none.
        let is_versioned = patch["metadata"].get("resourceVersion").is_some();
        let Some(kinds) = self.api.registry.native.get() else {
            return Err(Refusal::internal("no definitions"));
        };
        let of = (&*self.api_version, &*self.kind.names.kind);
        self.retried(!is_versioned, || {
            let before = self.stored();
            let object = read(before.as_ref().ok_or_else(|| self.missing())?)?;
            let new = patched(kinds, of, &object, &patch)?;
            if !new["metadata"].is_object() {
                return Err(Refusal::bad_request("the metadata of the patched object is no object"));
            }
            let mut merge = difference(&object, &new);
            if !is_versioned {
                merge["metadata"]["resourceVersion"] = object["metadata"]["resourceVersion"].clone();
            }
            let context = self.context_of("PatchOptions", subresource)?;
            let (storage, text, mut workspace) = (self.at(), merge.to_string(), Workspace::new());
            let merge = Patch::Merge(text.as_bytes());
            let response = self.kind.chain.patch(&storage, context, self.name(), merge, &mut workspace);
            Ok(self.tried(&response, before))
        })
    }

    /// The response of a flow, after the side effects of the change.
    pub(crate) fn done(&self, response: &Response<'_>, before: Option<Text>) -> Reply {
        self.follow(response, before.as_deref());
        let show = |text: &[u8]| self.representation.object(&self.kind, text, &self.api.clock, true);
        Reply::of_flow(response, show, || self.gone(before.as_deref()))
    }

    pub(crate) fn follow(&self, response: &Response<'_>, before: Option<&[u8]>) {
        if response.accepted() && self.call.query.get("dryRun").is_none() {
            self.api.follow(&self.kind, response.object(), before);
        }
    }
}

/// The merge patch that changes one value to another.
fn difference(old: &Value, new: &Value) -> Value {
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return new.clone() };
    let mut patch = serde_json::Map::new();
    for (name, value) in new.iter().filter(|(name, value)| old.get(*name) != Some(*value)) {
        patch.insert(name.clone(), old.get(name).map_or_else(|| value.clone(), |old| difference(old, value)));
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    Value::Object(patch)
}
