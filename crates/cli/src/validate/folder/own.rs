//! Reads the transformers of one kustomization. In: its document. Out: the fields that its transformers set
//! in its objects.
//
// kustomize: api/types/kustomization.go, api/types/labels.go

use std::path::PathBuf;
use std::sync::Arc;

use super::patches::{self, Document, Entry, Patch};
use crdc_source::{Node, Value};

/// The keys of generators and transformers whose resulting objects are not computed here.
const OPEN: [&str; 7] = [
    "configurations",
    "generators",
    "helmChartInflationGenerator",
    "helmCharts",
    "replacements",
    "transformers",
    "openapi",
];

/// The path of the labels of a template, as the `fields` of `labels` name it.
const TEMPLATE: &str = "spec/template/metadata/labels";

/// The fields that a kustomization sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// Whether the namespace of objects is set.
    pub(super) namespace: bool,
    /// Whether labels are set in selectors, and in templates too.
    pub(super) selectors: bool,
    /// The labels that are set in templates of pods.
    pub(super) labels: Vec<(String, String)>,
    /// The names of the objects whose number of replicas is set.
    pub(super) replicas: Vec<String>,
    pub(super) prefix: bool,
    pub(super) suffix: bool,
    /// Whether `$(NAME)` is replaced.
    pub(super) variables: bool,
    /// Whether labels are set.
    pub(super) labelled: bool,
    /// The patches of objects.
    pub(super) patches: Vec<Entry>,
    /// The folders of components, whose transformers change all objects of the build.
    pub(super) components: Vec<PathBuf>,
    /// Whether the kustomization generates objects that are not read here.
    pub(super) is_open: bool,
}

impl Settings {
    /// Adds the fields that a document sets.
    pub(super) fn add(&mut self, document: &Node) {
        let is_text =
            |key: &str| document.get(key).and_then(Node::as_str).is_some_and(|text| !text.is_empty());
        let is_some = |key: &str| document.get(key).is_some_and(|node| !node.is_zero());
        self.namespace |= is_text("namespace");
        self.prefix |= is_text("namePrefix");
        self.suffix |= is_text("nameSuffix");
        self.variables |= is_some("vars");
        self.is_open |= OPEN.iter().any(|key| is_some(key));
        self.labelled |= is_some("commonLabels") || is_some("labels");
        self.patches.extend(patches::entries(document));
        if let Some(pairs) = document.get("commonLabels").filter(|labels| !labels.is_zero()) {
            self.selectors = true;
            self.add_labels(pairs);
        }
        for label in items(document, "labels") {
            let is = |key: &str| label.get(key).is_some_and(|is| is.value == Value::Bool(true));
            let fields = items(label, "fields").iter().filter_map(|field| field.get("path")?.as_str());
            let is_in_templates = fields.clone().any(|path| path == TEMPLATE);
            let Some(pairs) = label.get("pairs").filter(|pairs| !pairs.is_zero()) else { continue };
            let is_selecting = is("includeSelectors");
            self.selectors |= is_selecting;
            if is_selecting || is("includeTemplates") || is_in_templates {
                self.add_labels(pairs);
            }
        }
        let replicas = items(document, "replicas").iter().filter_map(|one| one.get("name")?.as_str());
        self.replicas.extend(replicas.map(str::to_owned));
    }

    /// The names of the files with patches.
    pub(super) fn patch_files(&self) -> impl Iterator<Item = &str> {
        self.patches.iter().filter_map(|entry| match entry {
            Entry::File(file, _) => Some(file.as_str()),
            Entry::Read(_) => None,
        })
    }

    /// Reads the patches that are in files. `read` returns the documents of a file.
    pub(super) fn read_patches(&mut self, mut read: impl FnMut(&str) -> Vec<Document>) {
        for entry in std::mem::take(&mut self.patches) {
            match entry {
                Entry::File(file, target) => {
                    let documents = read(&file);
                    let read = documents.iter().filter_map(|one| Patch::of(one, target.as_deref()));
                    self.patches.extend(read.map(Arc::new).map(Entry::Read));
                }
                entry @ Entry::Read(_) => self.patches.push(entry),
            }
        }
    }

    /// The patches, of which those in files have been read.
    pub(super) fn patches(&self) -> impl Iterator<Item = &Arc<Patch>> {
        self.patches.iter().filter_map(|entry| match entry {
            Entry::Read(patch) => Some(patch),
            Entry::File(..) => None,
        })
    }

    /// Whether anything is set.
    pub(super) fn is_some(&self) -> bool {
        let flags = [
            self.namespace,
            self.selectors,
            self.prefix,
            self.suffix,
            self.variables,
            self.labelled,
            self.is_open,
            !self.labels.is_empty(),
            !self.replicas.is_empty(),
            !self.patches.is_empty(),
            !self.components.is_empty(),
        ];
        flags.contains(&true)
    }

    /// Adds what another kustomization sets in the same objects.
    pub(super) fn extend(&mut self, other: Settings) {
        self.namespace |= other.namespace;
        self.selectors |= other.selectors;
        self.labels.extend(other.labels);
        self.replicas.extend(other.replicas);
        self.prefix |= other.prefix;
        self.suffix |= other.suffix;
        self.variables |= other.variables;
        self.labelled |= other.labelled;
        self.patches.extend(other.patches);
        self.components.extend(other.components);
        self.is_open |= other.is_open;
    }

    fn add_labels(&mut self, pairs: &Node) {
        let Value::Object(members) = &pairs.value else { return };
        let pairs = members.iter().filter_map(|one| Some((one.key.clone(), one.value.as_str()?.to_owned())));
        self.labels.extend(pairs);
    }
}

fn items<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    match node.get(key).map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}
