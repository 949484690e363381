//! What follows a change. A definition that is created is served; one that is deleted takes its objects along; what depends on a deleted
//! object goes, and what is in a deleted namespace.
//!
//! Easy to break: a deletion that follows has effects of its own. Each object is deleted once, so this ends.
// kubernetes: pkg/controller/{garbagecollector,namespace}; apiextensions-apiserver: pkg/controller/{establish,finalizer,status}

use crdc_admission::{Context, Object, Patch, UserInfo, Workspace};
use crdc_codegen::source::Source;
use serde_json::{Value, json};

use crate::api::Api;
use crate::kinds::Kind;
use crate::kinds::custom::{self, Definition};
use crate::kinds::native::DEFINITIONS;
use crate::storage::At;

/// A wait for the objects of a definition.
const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

impl Api {
    /// What follows from a change of an object: what it is now, if it is there, and what it was, if it was.
    pub(crate) fn follow(&self, kind: &Kind, now: Option<&[u8]>, before: Option<&[u8]>) {
        let read = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap_or_default();
        let about = now.or(before).map(read).unwrap_or_default();
        let (name, metadata) = (about["metadata"]["name"].as_str().unwrap_or_default(), &about["metadata"]);
        // An update that takes the last finalizer of a deleted object away answers with the object.
        let namespace = metadata["namespace"].as_str().unwrap_or_default();
        let is_there = self.history.get(&kind.resource, namespace, name).is_some();
        match (&*kind.resource, is_there) {
            (DEFINITIONS, true) => self.define(kind, name, &about),
            (DEFINITIONS, false) => self.registry.remove(name),
            ("namespaces", false) => self.empty(name),
            _ => {}
        }
        if !is_there {
            if let Some(uid) = metadata["uid"].as_str() {
                self.collect(uid);
            }
            self.finish_definition(&kind.resource);
        }
    }

    /// Serves a definition, and says so in its status. One that is being deleted loses its objects.
    fn define(&self, kind: &Kind, name: &str, crd: &Value) {
        if crd["metadata"]["deletionTimestamp"].is_string() {
            for (_, key, _) in self.history.find_of(name) {
                self.delete(name, &key.0, &key.1);
            }
            return self.finish_definition(name);
        }
        let source = Source::new(format!("{name}.json"), crd.to_string());
        let Ok(definition) = Definition::read(source, crd) else { return };
        let stored = definition.versions.iter().find(|version| version.is_stored);
        let stored = stored.map(|version| version.version.clone());
        let status = established(crd, stored.as_deref(), &crdc_admission::time_of(self.now()));
        self.registry.install(definition);
        if status != crd["status"] {
            self.patch(kind, name, Some("status"), &json!({"status": status}));
        }
        let finalizers = crd["metadata"]["finalizers"].as_array();
        if !finalizers.is_some_and(|finalizers| finalizers.iter().any(|finalizer| finalizer == CLEANUP)) {
            let mut finalizers = finalizers.cloned().unwrap_or_default();
            finalizers.push(json!(CLEANUP));
            self.patch(kind, name, None, &json!({"metadata": {"finalizers": finalizers}}));
        }
    }

    /// Lets a definition go that is deleted and has no objects any more.
    fn finish_definition(&self, resource: &str) {
        let Some(text) = self.history.get(DEFINITIONS, "", resource) else { return };
        let object = Object::of(&text);
        let is_deleted = object.string(&["metadata", "deletionTimestamp"]).is_some();
        if !is_deleted || !self.history.find_of(resource).is_empty() {
            return;
        }
        let crd: Value = serde_json::from_slice(&text).unwrap_or_default();
        let finalizers = crd["metadata"]["finalizers"].as_array().into_iter().flatten();
        let others: Vec<&Value> = finalizers.filter(|finalizer| **finalizer != CLEANUP).collect();
        let Some(kind) = self.registry.get("apiextensions.k8s.io", "v1", "customresourcedefinitions") else {
            return;
        };
        self.patch(&kind, resource, None, &json!({"metadata": {"finalizers": others}}));
        if self.history.get(DEFINITIONS, "", resource).is_none() {
            self.registry.remove(resource);
        }
    }

    /// Deletes what is in a namespace.
    fn empty(&self, namespace: &str) {
        for (resource, key, _) in self.history.find_in(namespace) {
            self.delete(&resource, &key.0, &key.1);
        }
    }

    /// Deletes what has no owner any more.
    fn collect(&self, uid: &str) {
        let owners = |text: &[u8]| -> Vec<String> {
            let value: Value = serde_json::from_slice(text).unwrap_or_default();
            let owners = value["metadata"]["ownerReferences"].as_array().cloned().unwrap_or_default();
            owners.iter().filter_map(|owner| owner["uid"].as_str().map(str::to_owned)).collect()
        };
        let dependents =
            self.history.find(|text| contains(text, uid) && owners(text).iter().any(|owner| owner == uid));
        for (resource, key, text) in dependents {
            let others = owners(&text);
            let is_alive = |uid: &String| {
                let has = |text: &[u8]| Object::of(text).string(&["metadata", "uid"]).as_deref() == Some(uid);
                !self.history.find(|text| contains(text, uid) && has(text)).is_empty()
            };
            if !others.iter().any(is_alive) {
                self.delete(&resource, &key.0, &key.1);
            }
        }
    }

    /// Deletes an object as the server itself.
    fn delete(&self, resource: &str, namespace: &str, name: &str) {
        let Some(kind) = self.registry.of_resource(resource) else { return };
        let before = self.history.get(resource, namespace, name);
        let (user, api_version) = (UserInfo::new("system:apiserver"), kind.api_version());
        let context = Context::new(&user);
        let context = if namespace.is_empty() { context } else { context.namespace(namespace) };
        let response =
            kind.chain.delete(&At { storage: &kind.storage, api_version: &api_version }, context, name, b"");
        if response.accepted() {
            self.follow(&kind, response.object(), before.as_deref());
        }
    }

    /// Patches a cluster-scoped object as the server itself.
    fn patch(&self, kind: &Kind, name: &str, subresource: Option<&str>, patch: &Value) {
        let (user, api_version) = (UserInfo::new("system:apiserver"), kind.api_version());
        let context = Context::new(&user);
        let context = subresource.map_or(context, |subresource| context.subresource(subresource));
        let (storage, patch) = (At { storage: &kind.storage, api_version: &api_version }, patch.to_string());
        // What does not fit is left as it is.
        drop(kind.chain.patch(
            &storage,
            context,
            name,
            Patch::Merge(patch.as_bytes()),
            &mut Workspace::new(),
        ));
    }
}

/// Whether a text contains another: a quick look before it is read.
fn contains(text: &[u8], part: &str) -> bool {
    text.windows(part.len()).any(|window| window == part.as_bytes())
}

/// The status of a definition that is served.
fn established(crd: &Value, stored: Option<&str>, now: &str) -> Value {
    let names = custom::names(&crd["spec"]["names"]);
    let mut accepted = json!({"plural": names.plural, "singular": names.singular, "kind": names.kind, "listKind": names.list_kind});
    for (field, list) in [("shortNames", &names.short), ("categories", &names.categories)] {
        if !list.is_empty() {
            accepted[field] = json!(list);
        }
    }
    let before = crd["status"]["conditions"].as_array();
    let condition = |of: &str, reason: &str, message: &str| {
        let is = |condition: &&Value| condition["type"] == of && condition["status"] == "True";
        let since =
            before.and_then(|all| all.iter().find(is)).map(|found| found["lastTransitionTime"].clone());
        json!({"type": of, "status": "True", "reason": reason, "message": message,
            "lastTransitionTime": since.unwrap_or_else(|| json!(now))})
    };
    let conditions = [
        condition("NamesAccepted", "NoConflicts", "no conflicts found"),
        condition("Established", "InitialNamesAccepted", "the initial names have been accepted"),
    ];
    let mut versions = crd["status"]["storedVersions"].as_array().cloned().unwrap_or_default();
    if let Some(stored) = stored.filter(|stored| !versions.iter().any(|version| version == stored)) {
        versions.push(json!(stored));
    }
    json!({"acceptedNames": accepted, "conditions": conditions, "storedVersions": versions})
}
