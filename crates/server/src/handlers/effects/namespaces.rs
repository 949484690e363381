//! Empties deleted Namespaces, as the namespace controller does. In: a Namespace that is being deleted. Out:
//! the Namespace is gone if it is empty, and otherwise says in its conditions what remains.
//!
//! Easy to break: a Namespace is looked at once after all effects of a request, and not after each of its
//! objects.
// kubernetes: pkg/controller/namespace/deletion/{namespaced_resources_deleter,status_condition_utils}.go

use std::collections::BTreeMap;

use crdc_admission::Object;
use serde_json::{Value, json};

use crate::apimachinery::texts::{FINALIZERS, texts};
use crate::handlers::effects::garbage_collector::Step;
use crate::handlers::effects::{CONTROLLERS, Write};
use crate::handlers::state::Api;
use crate::kinds::Kind;
use crate::kinds::built_in::PODS;
use crate::kinds::namespaces::{FINALIZE, FINALIZER, NAMESPACES, finalizers, is_deleted};
use crate::storage::history::Text;
use crate::storage::key::Place;

impl Api {
    /// Whether there are Pods in a namespace.
    pub(super) fn has_pods(&self, namespace: &str) -> bool {
        let first = self.history.page(PODS, Some(namespace), None, None, 1, false);
        first.is_ok_and(|first| !first.objects.is_empty())
    }

    /// The steps that delete the next contents of a deleted Namespace: first its Pods, and when they are gone
    /// all others.
    // kube_features.go OrderedNamespaceDeletion: on since 1.33
    pub(super) fn next_contents(&self, namespace: &str) -> Vec<Step> {
        let has_pods = self.has_pods(namespace);
        let is_next = |place: &Place| {
            let is_left = |text: Text| Object::of(&text).string(&["metadata", "deletionTimestamp"]).is_none();
            (!has_pods || *place.0 == *PODS) && self.history.of(place).is_some_and(is_left)
        };
        self.history.find_in(namespace).into_iter().filter(is_next).map(Step::Delete).collect()
    }

    /// Finishes a deleted Namespace if it is empty; otherwise records what remains. Returns the steps that
    /// follow.
    pub(super) fn finish_namespace(&self, name: &str) -> Vec<Step> {
        let Some(text) = self.history.get(NAMESPACES, "", name) else { return Vec::new() };
        let namespace = Object::of(&text);
        let Some(kind) = self.registry.get("", "v1", NAMESPACES).filter(|_| is_deleted(&namespace)) else {
            return Vec::new();
        };
        let contents = self.history.find_in(name);
        let mut others = finalizers(&namespace);
        others.retain(|finalizer| finalizer != FINALIZER);
        let has_own = namespace.get(&["metadata", "finalizers"]).is_some_and(|list| list != b"[]");
        if !contents.is_empty() || !others.is_empty() || has_own {
            // While Pods stay, nothing else is looked at, and the conditions do not count them either.
            let counted = if self.has_pods(name) { &[][..] } else { &contents };
            self.record(&kind, name, &text, counted);
        }
        if contents.is_empty() && others != finalizers(&namespace) {
            let write = Write { by: CONTROLLERS, subresource: Some(FINALIZE) };
            drop(self.patch_as_server(&kind, "", name, write, &json!({"spec": {"finalizers": others}})));
        }
        if self.history.get(NAMESPACES, "", name).is_none() {
            return self.effects(&kind, None, Some(&text));
        }
        Vec::new()
    }

    /// Records in the conditions of a Namespace what remains in it.
    fn record(&self, kind: &Kind, name: &str, text: &[u8], contents: &[Place]) {
        let (mut resources, mut left) = (BTreeMap::new(), BTreeMap::new());
        for place in contents {
            let (plural, group) = place.0.split_once('.').unwrap_or((&place.0, ""));
            *resources.entry(format!("{plural}.{group}")).or_insert(0_usize) += 1;
            let object = self.history.of(place);
            for finalizer in object.iter().flat_map(|text| texts(&Object::of(text), &FINALIZERS)) {
                *left.entry(finalizer).or_insert(0_usize) += 1;
            }
        }
        let sorted = |counts: BTreeMap<String, usize>, verb: &str| {
            let mut all: Vec<String> = counts
                .into_iter()
                .map(|(name, count)| format!("{name} {verb} {count} resource instances"))
                .collect();
            all.sort();
            (!all.is_empty()).then(|| all.join(", "))
        };
        let (resources, left) = (sorted(resources, "has"), sorted(left, "in"));
        let found = [
            (
                "NamespaceDeletionDiscoveryFailure",
                None,
                "ResourcesDiscovered",
                "All resources successfully discovered",
            ),
            (
                "NamespaceDeletionGroupVersionParsingFailure",
                None,
                "ParsedGroupVersions",
                "All legacy kube types successfully parsed",
            ),
            (
                "NamespaceDeletionContentFailure",
                None,
                "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization",
            ),
            (
                "NamespaceContentRemaining",
                resources.map(|all| ("SomeResourcesRemain", format!("Some resources are remaining: {all}"))),
                "ContentRemoved",
                "All content successfully removed",
            ),
            (
                "NamespaceFinalizersRemaining",
                left.map(|all| {
                    let message = format!("Some content in the namespace has finalizers remaining: {all}");
                    ("SomeFinalizersRemain", message)
                }),
                "ContentHasNoFinalizers",
                "All content-preserving finalizers finished",
            ),
        ];
        let namespace: Value = serde_json::from_slice(text).unwrap_or_default();
        let now = crdc_admission::time_of(self.now());
        let mut conditions = namespace["status"]["conditions"].as_array().cloned().unwrap_or_default();
        for (of, remaining, reason, message) in found {
            let status = if remaining.is_some() { "True" } else { "False" };
            let (reason, message) = remaining.unwrap_or_else(|| (reason, message.to_owned()));
            let before = conditions.iter_mut().find(|condition| condition["type"] == of);
            let since = before.as_ref().filter(|before| before["status"] == status);
            let since = since.map_or_else(|| json!(now), |before| before["lastTransitionTime"].clone());
            let condition = json!({"type": of, "status": status, "lastTransitionTime": since,
                "reason": reason, "message": message});
            match before {
                Some(before) => *before = condition,
                None => conditions.push(condition),
            }
        }
        let status = json!({"phase": "Terminating", "conditions": conditions});
        if namespace["status"] != status {
            let write = Write { by: CONTROLLERS, subresource: Some("status") };
            drop(self.patch_as_server(kind, "", name, write, &json!({"status": status})));
        }
    }
}
