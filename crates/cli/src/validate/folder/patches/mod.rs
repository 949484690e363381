//! Reads patches of kustomize, which Kustomizations of Flux have too. In: the document of a kustomization, or
//! the `spec` of a Kustomization. Out: patches, which say the objects that they change and the fields that
//! they set, and the names of files with patches.
//!
//! `target` has the objects, and `fields` what is set in them.
//!
//! Easy to break: fields of a patch that cannot be read do not count as set, so that errors stay.
//
// kustomize: api/types/patch.go, api/internal/target/kusttarget_configplugin.go;
// fluxcd/kustomize-controller: api/v1/kustomization_types.go

mod fields;
mod target;

use std::sync::Arc;

use crate::edit::{edit_metadata, member, take};
use crate::identity::Identity;
use crate::validate::findings::finding::Finding;
use crdc_schema::is_json_patch;
use crdc_source::{Node, Source, Value, parse};
use fields::{Change, Operation};

pub(super) use target::{Changed, Target};

/// One patch.
#[derive(Debug)]
pub(super) struct Patch {
    target: Target,
    /// Files of patches are shared by many kustomizations.
    change: Arc<Change>,
    /// The number of values in the patch.
    pub(super) size: usize,
}

/// A document that is a patch.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// The object that a merge patch names.
    target: Option<Target>,
    change: Arc<Change>,
    size: usize,
}

/// An entry of a list of patches.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Read(Arc<Patch>),
    /// A file with patches, and the target if the entry has one.
    File(String, Option<Arc<Target>>),
}

/// The patches of a kustomization, or of the `spec` of one of Flux.
pub(super) fn entries(document: &Node) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut add = |documents: Vec<Document>, target: Option<&Target>| {
        let patches = documents.iter().filter_map(|one| Patch::of(one, target));
        found.extend(patches.map(Arc::new).map(Entry::Read));
    };
    let mut files = Vec::new();
    for item in items(document, "patchesStrategicMerge") {
        match item.as_str() {
            Some(text) if text.contains('\n') => add(documents(text), None),
            Some(file) => files.push(Entry::File(file.to_owned(), None)),
            // Flux has the objects themselves.
            None => add(Document::of(item).into_iter().collect(), None),
        }
    }
    for item in ["patches", "patchesJson6902"].iter().flat_map(|key| items(document, key)) {
        let target = item.get("target").filter(|target| !target.is_zero()).map(Target::of_selector);
        match item.get("patch") {
            Some(Node { value: Value::String(text), .. }) => add(documents(text), target.as_ref()),
            Some(patch) => add(Document::of(patch).into_iter().collect(), target.as_ref()),
            None => {}
        }
        // The first versions had the text of a merge patch, or the name of a file.
        match item.as_str() {
            Some(text) if text.contains('\n') => add(documents(text), None),
            Some(file) => files.push(Entry::File(file.to_owned(), None)),
            None => {}
        }
        if let Some(file) = item.get("path").and_then(Node::as_str) {
            files.push(Entry::File(file.to_owned(), target.map(Arc::new)));
        }
    }
    found.extend(files);
    found
}

/// The documents of the text of a patch.
fn documents(text: &str) -> Vec<Document> {
    read(&Source::new("", text))
}

/// The documents of a file with patches.
pub(super) fn read(source: &Source) -> Vec<Document> {
    parse(source).0.iter().filter_map(Document::of).collect()
}

impl Document {
    fn of(document: &Node) -> Option<Document> {
        let size = size(document);
        if is_json_patch(document) {
            let Value::Array(items) = &document.value else { return None };
            let operations = items.iter().flat_map(Operation::all).collect();
            return Some(Document { target: None, change: Arc::new(Change::Operations(operations)), size });
        }
        if !matches!(document.value, Value::Object(_)) || member(document, "$patch") == "delete" {
            return None;
        }
        let target = (!member(document, "kind").is_empty()).then(|| Target::of_object(document));
        // The type and the name of the patch are not those of the objects.
        let mut change = document.clone();
        ["apiVersion", "kind"].iter().for_each(|key| drop(take(&mut change, key)));
        if change.get("metadata").is_some() {
            edit_metadata(&mut change, |metadata| {
                ["name", "namespace"].iter().for_each(|key| drop(take(metadata, key)));
            });
        }
        Some(Document { target, change: Arc::new(Change::Merge(change)), size })
    }
}

fn size(node: &Node) -> usize {
    match &node.value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.iter().map(|member| size(&member.value)).sum::<usize>(),
        _ => 1,
    }
}

impl Patch {
    /// A document as a patch. Without a target, a merge patch names its object itself.
    pub(super) fn of(document: &Document, target: Option<&Target>) -> Option<Patch> {
        let target = target.or(document.target.as_ref())?.clone();
        Some(Patch { target, change: Arc::clone(&document.change), size: document.size })
    }

    /// Whether the patch changes an object. `changed` is what else changes its identity.
    pub(super) fn selects(&self, object: &Node, identity: &Identity, changed: Changed) -> bool {
        self.target.selects(object, identity, changed)
    }

    /// Whether the patch may remove a finding about an object that it changes.
    pub(super) fn explains(&self, finding: &Finding, object: &Node, identity: &Identity) -> bool {
        fields::explain(&self.change, finding, object, identity)
    }

    /// The values that the patch gives to a member of the `spec`, or adds to it.
    pub(super) fn of_spec<'p>(&'p self, key: &str) -> impl Iterator<Item = &'p Node> + use<'p> {
        let merged = match &*self.change {
            Change::Merge(change) => change.get("spec").and_then(|spec| spec.get(key)),
            Change::Operations(_) => None,
        };
        let operations = match &*self.change {
            Change::Merge(_) => &[],
            Change::Operations(operations) => operations.as_slice(),
        };
        let key = key.to_owned();
        merged.into_iter().chain(operations.iter().filter_map(move |one| one.value_below(&["spec", &key])))
    }

    /// Whether the patch sets labels, which selectors of other patches may mean.
    pub(super) fn sets_labels(&self) -> bool {
        match &*self.change {
            Change::Merge(change) => change.get("metadata").is_some_and(|of| of.get("labels").is_some()),
            Change::Operations(all) => all.iter().any(Operation::sets_labels),
        }
    }
}

fn items<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    match node.get(key).map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}
