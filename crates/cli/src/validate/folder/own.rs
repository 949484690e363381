//! Reads the transformers of one kustomization. In: its document. Out: the fields that its transformers set
//! in its objects.
//
// kustomize: api/types/kustomization.go, api/types/labels.go

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
