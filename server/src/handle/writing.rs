//! Create, update, patch, delete: the flows of the chain, and what follows.
// apiserver: pkg/endpoints/handlers/{create,update,patch,delete}.go

use std::borrow::Cow;

use crdc::Status;
use crdc_admission::{Object, Patch, Refusal, Response, Workspace};
use crdc_codegen::source::{Source, parse};
use serde_json::{Value, json};

use super::Request;
use crate::reply::Reply;
use crate::storage::At;
use crate::strategic::patched;
use crate::tracking::Apply;

/// How often an apply starts again because the object changed meanwhile.
const MOST_RETRIES: usize = 100;

impl Request<'_> {
    fn at(&self) -> At<'_> {
        At { storage: &self.kind.storage, api_version: &self.api_version }
    }

    pub(super) fn create(&self) -> Result<Reply, Refusal> {
        let body = self.json()?;
        let context = self.context("CreateOptions")?;
        let mut workspace = Workspace::new();
        let response = self.kind.chain.create(&self.at(), context, &body, &mut workspace);
        Ok(self.done(&response, None))
    }

    pub(super) fn update(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let body = self.json()?;
        let context = self.context("UpdateOptions")?;
        let context = subresource.map_or(context, |subresource| context.subresource(subresource));
        let before = self.stored();
        let mut workspace = Workspace::new();
        let response = self.kind.chain.update(&self.at(), context, self.name(), &body, &mut workspace);
        Ok(self.done(&response, before))
    }

    /// Merges what is applied into the stored object, and creates or updates it.
    // apiserver: pkg/endpoints/handlers/patch.go applyPatcher
    fn apply(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let body = from_yaml(self.call.body)?;
        let config: Value =
            serde_json::from_slice(&body).map_err(|error| Refusal::bad_request(error.to_string()))?;
        let mut attempts = 0;
        loop {
            let before = self.stored();
            let live =
                before.as_ref().map(|text| crate::storage::in_version(text.clone(), &self.api_version));
            let live: Option<Value> = live.and_then(|text| serde_json::from_slice(&text).ok());
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
            let context = self.context("PatchOptions")?;
            let context = subresource.map_or(context, |subresource| context.subresource(subresource));
            let (storage, mut workspace) = (self.at(), Workspace::new());
            let Some(live) = live else {
                if let Some(uid) = config["metadata"]["uid"].as_str() {
                    let why = format!(
                        "uid mismatch: the provided object specified uid {uid}, and no existing object was found"
                    );
                    return Err(Refusal::conflict(&self.names(), self.name(), why));
                }
                merged["metadata"]["name"] = json!(self.name());
                let body = merged.to_string().into_bytes();
                let response = self.kind.chain.create(&storage, context, &body, &mut workspace);
                return Ok(self.done(&response, None));
            };
            let is_versioned = config["metadata"]["resourceVersion"].is_string();
            if !is_versioned {
                merged["metadata"]["resourceVersion"] = live["metadata"]["resourceVersion"].clone();
            }
            let body = merged.to_string();
            let response =
                self.kind.chain.update(&storage, context, self.name(), body.as_bytes(), &mut workspace);
            let is_conflict = response.refusal().is_some_and(Refusal::is_conflict);
            if !is_conflict || is_versioned || attempts == MOST_RETRIES {
                return Ok(self.done(&response, before));
            }
            attempts += 1;
        }
    }

    pub(super) fn patch(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        if self.call.is_apply() {
            return self.apply(subresource);
        }
        let media = self.call.content_type.split(';').next().unwrap_or_default().trim();
        let merge;
        let patch = if self.kind.native && media == "application/strategic-merge-patch+json" {
            merge = self.strategic()?;
            Patch::Merge(&merge)
        } else {
            Patch::of_content_type(self.call.content_type, self.call.body)?
        };
        let context = self.context("PatchOptions")?;
        let context = subresource.map_or(context, |subresource| context.subresource(subresource));
        let before = self.stored();
        let mut workspace = Workspace::new();
        let response = self.kind.chain.patch(&self.at(), context, self.name(), patch, &mut workspace);
        Ok(self.done(&response, before))
    }

    /// A strategic merge patch as the merge patch that makes the same of the stored object.
    fn strategic(&self) -> Result<Vec<u8>, Refusal> {
        let read = |text: &[u8]| {
            serde_json::from_slice::<Value>(text).map_err(|error| Refusal::bad_request(error.to_string()))
        };
        let object = read(&self.stored().ok_or_else(|| self.missing())?)?;
        let Some(kinds) = self.api.registry.rules.kinds() else { return Ok(self.call.body.to_vec()) };
        let of = (&*self.api_version, &*self.kind.names.kind);
        let patched = patched(kinds, of, &object, &read(self.call.body)?)?;
        Ok(difference(&object, &patched).to_string().into_bytes())
    }

    pub(super) fn delete(&self) -> Result<Reply, Refusal> {
        let body = self.options()?;
        let context = self.context("DeleteOptions")?;
        let before = self.stored();
        let response = self.kind.chain.delete(&self.at(), context, self.name(), &body);
        Ok(self.done(&response, before))
    }

    pub(super) fn delete_collection(&self) -> Result<Reply, Refusal> {
        let (body, context) = (self.options()?, self.context("DeleteOptions")?);
        let selection = self.selection()?;
        let all = self.api.history.snapshot(&self.kind.resource, self.namespace, None);
        let all = all.map_or_else(|_| Vec::new(), |all| all.objects);
        let mut deleted = Vec::new();
        for (key, text) in all.iter().filter(|(key, text)| selection.selects(key, text)) {
            let response = self.kind.chain.delete(&self.at(), context, &key.1, &body);
            match response.refusal() {
                // Somebody else was faster.
                Some(refusal) if refusal.is_not_found() => continue,
                Some(refusal) => return Err(refusal.clone()),
                None => self.follow(&response, Some(text.clone())),
            }
            deleted.push(crate::storage::in_version(text.clone(), &self.api_version));
        }
        let metadata = json!({"resourceVersion": self.api.history.version().to_string()});
        let texts = deleted.iter().map(|text| &**text);
        Ok(Reply::json(200, self.view.list(&self.kind, texts, metadata, &self.api.clock)))
    }

    /// The answer of a flow, after what follows from it.
    pub(super) fn done(&self, response: &Response<'_>, before: Option<crate::history::Text>) -> Reply {
        let uid = before
            .as_ref()
            .and_then(|text| Object::of(text).string(&["metadata", "uid"]).map(Cow::into_owned));
        self.follow(response, before);
        let show = |text: &[u8]| self.view.object(&self.kind, text, &self.api.clock, true);
        Reply::of_flow(response, show, || self.gone(uid.as_deref()))
    }

    fn follow(&self, response: &Response<'_>, before: Option<crate::history::Text>) {
        if response.accepted() && !self.call.query.flag("dryRun") {
            self.api.follow(&self.kind, response.object(), before.as_deref());
        }
    }

    /// What is said of a deleted object.
    fn gone(&self, uid: Option<&str>) -> Value {
        let mut details = json!({"name": self.name(), "kind": self.kind.names.plural});
        if !self.kind.group.is_empty() {
            details["group"] = json!(self.kind.group);
        }
        if let Some(uid) = uid {
            details["uid"] = json!(uid);
        }
        json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})
    }

    /// The body as JSON.
    pub(super) fn json(&self) -> Result<Cow<'_, [u8]>, Refusal> {
        let media = self.call.content_type.split(';').next().unwrap_or_default().trim();
        match media {
            "" | "application/json" => Ok(Cow::Borrowed(self.call.body)),
            "application/yaml" => from_yaml(self.call.body).map(Cow::Owned),
            _ => Err(Status::new(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
            )
            .into()),
        }
    }

    /// The options of a deletion as JSON: the body, and what the URL says.
    fn options(&self) -> Result<Vec<u8>, Refusal> {
        let body = self.json()?;
        let query = self.call.query;
        let mut options: Value = match &*body {
            [] => json!({}),
            body => serde_json::from_slice(body).map_err(|error| Refusal::bad_request(error.to_string()))?,
        };
        if !options.is_object() {
            return Err(Refusal::bad_request("the options of a deletion are no object"));
        }
        if let Some(seconds) = query.number("gracePeriodSeconds")? {
            options["gracePeriodSeconds"] = json!(seconds);
        }
        Ok(options.to_string().into_bytes())
    }
}

/// The merge patch that makes one value of another.
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

/// The JSON of a YAML document.
pub(crate) fn from_yaml(text: &[u8]) -> Result<Vec<u8>, Refusal> {
    let text = std::str::from_utf8(text).map_err(|error| Refusal::bad_request(error.to_string()))?;
    let (nodes, problems) = parse(&Source::new("body", text));
    match (nodes.first(), problems.first()) {
        (_, Some(problem)) => Err(Refusal::bad_request(format!("error parsing YAML: {}", problem.message))),
        (Some(node), None) => Ok(node.to_json().into_bytes()),
        (None, None) => Ok(Vec::new()),
    }
}
