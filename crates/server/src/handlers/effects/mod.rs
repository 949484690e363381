//! Side effects of a change on other objects. A created definition is served. A deleted definition takes its
//! objects along, a deleted namespace its contents (`namespaces`), and a deleted object its dependents
//! (`garbage_collector`).
//!
//! Easy to break: a deletion that follows has effects of its own. Each object is deleted once, and a change
//! that a webhook undoes has no effects, so the worklist becomes empty.
// kubernetes: pkg/controller/{garbagecollector,namespace}; apiextensions-apiserver:
// pkg/controller/{establish,finalizer,status}

pub(crate) mod garbage_collector;
mod namespaces;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crdc_admission::{Context, Object, Patch, Refusal, UserInfo, Workspace};
use crdc_source::Source;
use serde_json::{Value, json};

use crate::handlers::effects::garbage_collector::{Change, Step};
use crate::handlers::request::call::MOST_RETRIES;
use crate::handlers::state::Api;
use crate::kinds::Kind;
use crate::kinds::accepted_names::Conflict;
use crate::kinds::built_in::PODS;
use crate::kinds::custom::{CLEANUP, Definition};
use crate::kinds::namespaces::{NAMESPACES, is_deleted};
use crate::kinds::native::DEFINITIONS;
use crate::storage::key::Place;

/// A write that the server itself makes.
#[derive(Clone, Copy)]
pub(crate) struct Write<'w> {
    /// The field manager of the write.
    pub(crate) by: &'w str,
    pub(crate) subresource: Option<&'w str>,
}

/// The field manager of the writes of a cluster's components.
pub(crate) const SERVER: &str = "kube-apiserver";
const CONTROLLERS: &str = "kube-controller-manager";

impl Api {
    /// Runs the side effects of a change of an object: `now` is the text of the object after the change, if
    /// it still exists, and `before` its text before the change.
    pub(crate) fn follow(&self, kind: &Kind, now: Option<&[u8]>, before: Option<&[u8]>) {
        let mut todo: VecDeque<Step> = self.effects(kind, now, before).into();
        // The namespaces that the change may have emptied.
        let mut touched = BTreeSet::new();
        touched.extend(now.or(before).and_then(|text| namespace_of(kind, text)));
        // The steps are in a worklist and not recursive, since a chain of owners can be long.
        loop {
            while let Some(step) = todo.pop_front() {
                let (resource, (namespace, name)) = step.place();
                let of = if **resource == *NAMESPACES { name } else { namespace };
                touched.insert(of.to_string());
                todo.extend(self.done(step));
            }
            let Some(namespace) = touched.pop_first() else { break };
            if self.history.is_terminating(NAMESPACES, &namespace) {
                todo.extend(self.finish_namespace(&namespace));
            }
        }
    }

    /// Carries out a step, and returns the steps that follow from it.
    fn done(&self, step: Step) -> Vec<Step> {
        let place = step.place();
        for _ in 0..MOST_RETRIES {
            let Some(before) = self.history.of(place) else { break };
            let Some(kind) = self.kind_of(&place.0, &before) else { break };
            let Some(change) = self.change(&step, &before) else { break };
            let refusal = self.make(&kind, place, &change, &before);
            let after = self.history.of(place);
            if refusal.is_some_and(|refusal| refusal.is_conflict()) && after != Some(before.clone()) {
                // Another request changed the object first.
                continue;
            }
            let undone = after.as_deref().is_some_and(|after| step.is_undone(&change, after));
            if after.as_ref() == Some(&before) || undone {
                break;
            }
            let mut steps = self.effects(&kind, after.as_deref(), Some(&*before));
            if let Change::Unblock(_) = change {
                steps.push(step);
            }
            return steps;
        }
        Vec::new()
    }

    /// Applies a change to the object version that was read, and to no later version.
    fn make(
        &self,
        kind: &Kind,
        (_, (namespace, name)): &Place,
        change: &Change,
        read: &[u8],
    ) -> Option<Refusal> {
        let read = Object::of(read);
        let text = |field: &str| read.string(&["metadata", field]).unwrap_or_default().into_owned();
        match change {
            Change::Patch(metadata) | Change::Unblock(metadata) => {
                let mut metadata = metadata.clone();
                metadata["resourceVersion"] = json!(text("resourceVersion"));
                let patch = json!({ "metadata": metadata });
                self.patch_as_server(
                    kind,
                    namespace,
                    name,
                    Write { by: CONTROLLERS, subresource: None },
                    &patch,
                )
            }
            Change::Delete(policy) => {
                let (user, seen) = (UserInfo::new("system:apiserver"), text("resourceVersion"));
                let context = Context::new(&user);
                let context = if namespace.is_empty() { context } else { context.namespace(namespace) };
                let seen = json!({"uid": text("uid"), "resourceVersion": seen});
                let options = json!({"propagationPolicy": policy.as_str(), "preconditions": seen});
                let response = kind.chain.delete(&kind.at(), context, name, options.to_string().as_bytes());
                response.refusal().cloned()
            }
        }
    }

    /// The kind of a stored object in its stored version, so that nothing is converted.
    fn kind_of(&self, resource: &str, text: &[u8]) -> Option<Arc<Kind>> {
        let api_version = Object::of(text).string(&["apiVersion"]).unwrap_or_default().into_owned();
        let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
        let plural = resource.split('.').next().unwrap_or_default();
        let found = self.registry.get(group, version, plural).filter(|kind| *kind.resource == *resource);
        found.or_else(|| self.registry.of_resource(resource))
    }

    /// The direct effects of a change, as steps.
    pub(super) fn effects(&self, kind: &Kind, now: Option<&[u8]>, before: Option<&[u8]>) -> Vec<Step> {
        let Some(about) = now.or(before) else { return Vec::new() };
        let object = Object::of(about);
        let text = |field: &str| object.string(&["metadata", field]).unwrap_or_default().into_owned();
        let (name, namespace, uid) = (text("name"), text("namespace"), text("uid"));
        // The stored object decides, and not the response. An update that removes the last finalizer of a
        // deleted object returns the object although it is gone, and a dry run returns an object that it did
        // not store.
        let stored = self.history.get(&kind.resource, &namespace, &name);
        let is_there = stored.is_some();
        let object = stored.as_deref().map_or(object, Object::of);
        let place = (kind.resource.clone(), (namespace.as_str().into(), name.as_str().into()));
        let mut steps = Vec::new();
        match (&*kind.resource, is_there) {
            (DEFINITIONS, true) => {
                let crd: Value = serde_json::from_slice(object.bytes()).unwrap_or_default();
                if crd["metadata"]["deletionTimestamp"].is_string() {
                    steps.extend(self.history.find_of(&name).into_iter().map(Step::Delete));
                    self.finish_definition(&name);
                } else {
                    self.define(kind, &name, crd);
                    // The definition may have released names.
                    self.reconsider(kind, &name);
                }
            }
            (DEFINITIONS, false) => {
                self.registry.remove(&name);
                self.reconsider(kind, &name);
            }
            (NAMESPACES, false) => steps.extend(self.history.find_in(&name).into_iter().map(Step::Delete)),
            // Contents that wait for finalizers are deleted already.
            (NAMESPACES, true)
                if is_deleted(&object) && before.is_none_or(|before| !is_deleted(&Object::of(before))) =>
            {
                steps.extend(self.next_contents(&name));
            }
            (PODS, false)
                if self.history.is_terminating(NAMESPACES, &namespace) && !self.has_pods(&namespace) =>
            {
                steps.extend(self.next_contents(&namespace));
            }
            // The object may have been created while its definition or its namespace was being deleted.
            (resource, true) => {
                if !kind.native && self.history.get(DEFINITIONS, "", resource).is_none() {
                    // The kind of the object is no longer served.
                    drop(kind.storage.take(&namespace, &name));
                    return steps;
                }
                let is_lost = self.history.is_terminating(DEFINITIONS, resource)
                    || kind.namespaced && self.is_lost(resource, &namespace);
                if is_lost && object.string(&["metadata", "deletionTimestamp"]).is_none() {
                    steps.push(Step::Delete(place.clone()));
                }
            }
            _ => {}
        }
        steps.extend(self.of_storage(&place, is_there, before));
        if is_there {
            steps.extend(self.of_object(&place, &object, before));
        } else {
            steps.extend(self.of_dependents(&uid));
            self.finish_definition(&kind.resource);
        }
        steps.extend(before.map(|before| self.of_owners(before)).unwrap_or_default());
        steps
    }

    /// Whether an object of a resource goes because its namespace is missing or being deleted.
    fn is_lost(&self, resource: &str, namespace: &str) -> bool {
        let Some(text) = self.history.get(NAMESPACES, "", namespace) else { return true };
        is_deleted(&Object::of(&text)) && (resource == PODS || !self.has_pods(namespace))
    }

    /// Serves the versions of a definition, and records that in the status of the definition.
    fn define(&self, kind: &Kind, name: &str, mut crd: Value) {
        // A change of the labels does not change the served kinds.
        while !self.registry.has_served(name, &crd["spec"]) {
            let read = || {
                let source = Source::new(format!("{name}.json"), crd.to_string());
                self.registry.definitions.read(source, None, &crd).ok()
            };
            let validated = self.registry.definitions.take(name, &crd["spec"]);
            let Some(mut definition) = validated.or_else(read) else { return };
            let conflict = self.registry.accept(&mut definition);
            // A definition that is already served stays served, under its current names.
            let is_served = conflict.is_none() || is_established(&crd);
            let now = crdc_admission::time_of(self.now());
            let status = status(&crd, &definition, conflict.as_ref(), is_served, &now);
            if is_served {
                self.registry.install(Arc::new(definition), Arc::new(crd["spec"].clone()));
            }
            if status != crd["status"] {
                self.patch(kind, name, Some("status"), &json!({"status": status}));
            }
            // The definition may have changed meanwhile, so that an older definition was installed.
            let Some(text) = self.history.get(DEFINITIONS, "", name) else {
                self.registry.remove(name);
                return;
            };
            if !is_served {
                return;
            }
            crd = serde_json::from_slice(&text).unwrap_or_default();
        }
    }

    /// Gives released names of a definition to other definitions of its group that wait for them.
    fn reconsider(&self, kind: &Kind, definition: &str) {
        let group = definition.split_once('.').map_or("", |(_, group)| group);
        for name in self.registry.waiting(group).into_iter().filter(|name| name != definition) {
            let text = self.history.get(DEFINITIONS, "", &name);
            if let Some(crd) = text.and_then(|text| serde_json::from_slice(&text).ok()) {
                self.define(kind, &name, crd);
            }
        }
    }

    /// Removes a deleted definition that has no objects any more.
    fn finish_definition(&self, resource: &str) {
        if self.history.has_objects(resource) || !self.history.is_terminating(DEFINITIONS, resource) {
            return;
        }
        let Some(text) = self.history.get(DEFINITIONS, "", resource) else { return };
        let crd: Value = serde_json::from_slice(&text).unwrap_or_default();
        let finalizers = crd["metadata"]["finalizers"].as_array().into_iter().flatten();
        let others: Vec<&Value> = finalizers.filter(|finalizer| **finalizer != CLEANUP).collect();
        let definitions = self.registry.get("apiextensions.k8s.io", "v1", "customresourcedefinitions");
        let Some(kind) = definitions else { return };
        self.patch(&kind, resource, None, &json!({"metadata": {"finalizers": others}}));
        if self.history.get(DEFINITIONS, "", resource).is_none() {
            self.registry.remove(resource);
            self.reconsider(&kind, resource);
        }
    }

    /// Patches a cluster-scoped object as the server itself. A patch that is refused changes nothing.
    fn patch(&self, kind: &Kind, name: &str, subresource: Option<&str>, patch: &Value) {
        drop(self.patch_as_server(kind, "", name, Write { by: SERVER, subresource }, patch));
    }

    /// Patches an object as the server itself, and returns the refusal if the patch is refused.
    pub(crate) fn patch_as_server(
        &self,
        kind: &Kind,
        namespace: &str,
        name: &str,
        write: Write<'_>,
        patch: &Value,
    ) -> Option<Refusal> {
        let user = UserInfo::new("system:apiserver");
        let options =
            json!({"kind": "PatchOptions", "apiVersion": "meta.k8s.io/v1", "fieldManager": write.by});
        let options = options.to_string();
        let context = Context::new(&user).options(options.as_bytes());
        let context = if namespace.is_empty() { context } else { context.namespace(namespace) };
        let context = match write.subresource {
            None => context,
            Some(part) if kind.parts().any(|of| of == part) => context.part(part),
            Some(subresource) => context.subresource(subresource),
        };
        let (storage, patch) = (kind.at(), patch.to_string());
        let (patch, mut workspace) = (Patch::Merge(patch.as_bytes()), Workspace::new());
        kind.chain.patch(&storage, context, name, patch, &mut workspace).refusal().cloned()
    }
}

/// The namespace that an object is in, or that it is.
fn namespace_of(kind: &Kind, object: &[u8]) -> Option<String> {
    let field = if *kind.resource == *NAMESPACES { "name" } else { "namespace" };
    let name = Object::of(object).string(&["metadata", field])?.into_owned();
    Some(name).filter(|_| kind.namespaced || field == "name")
}

fn condition_of<'c>(crd: &'c Value, of: &str) -> Option<&'c Value> {
    crd["status"]["conditions"].as_array()?.iter().find(|condition| condition["type"] == of)
}

fn is_established(crd: &Value) -> bool {
    condition_of(crd, "Established").is_some_and(|found| found["status"] == "True")
}

/// The status of a definition: its accepted names, whether all its names are accepted, and whether it is
/// served.
fn status(
    crd: &Value,
    definition: &Definition,
    conflict: Option<&Conflict>,
    is_served: bool,
    now: &str,
) -> Value {
    let names = &definition.names;
    let mut accepted = json!({"plural": names.plural, "kind": names.kind});
    for (field, name) in [("singular", &names.singular), ("listKind", &names.list_kind)] {
        if !name.is_empty() {
            accepted[field] = json!(name);
        }
    }
    for (field, list) in [("shortNames", &names.short), ("categories", &names.categories)] {
        if !list.is_empty() {
            accepted[field] = json!(list);
        }
    }
    let condition = |of: &str, is: bool, reason: &str, message: &str| {
        let status = if is { "True" } else { "False" };
        let since = condition_of(crd, of).filter(|found| found["status"] == status);
        json!({"type": of, "status": status, "reason": reason, "message": message,
            "lastTransitionTime": since.map_or_else(|| json!(now), |found| found["lastTransitionTime"].clone())})
    };
    let (reason, message) = match conflict {
        None => ("NoConflicts", "no conflicts found"),
        Some(Conflict { reason, message }) => (*reason, message.as_str()),
    };
    let names_accepted = condition("NamesAccepted", conflict.is_none(), reason, message);
    let (reason, message) = match is_served {
        true => ("InitialNamesAccepted", "the initial names have been accepted"),
        false => ("NotAccepted", "not all names are accepted"),
    };
    let conditions = [names_accepted, condition("Established", is_served, reason, message)];
    let mut versions = crd["status"]["storedVersions"].as_array().cloned().unwrap_or_default();
    let mut stored = definition.versions.iter().filter(|version| version.is_stored);
    if let Some(stored) =
        stored.next().filter(|stored| !versions.iter().any(|version| *version == stored.version))
    {
        versions.push(json!(stored.version));
    }
    json!({"acceptedNames": accepted, "conditions": conditions, "storedVersions": versions})
}
