//! Decides whether a kustomization may remove a finding. In: a finding about an object as written. Out:
//! whether the object that reaches the server may be without the finding.
//!
//! Easy to break: only the fields that a transformer of kustomize sets count, in the kinds that its field
//! specs name. Other kinds have fields of the same names.
//
// kustomize: api/internal/konfig/builtinpluginconsts: namespace.go, commonlabels.go, metadatalabels.go,
// namereference.go, replicas.go, nameprefix.go, namesuffix.go; api/filters/namespace/namespace.go. images.go
// and commonannotations.go set nothing that a server requires: an image is changed if it is there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::own::Settings;
use super::patches::{Changed, Patch};
use crate::edit::member;
use crate::identity::Identity;
use crate::validate::findings::finding::{Finding, Level};
use crdc_source::{Node, Value};

/// The number of patches of a file that count.
const MOST_PATCHES: usize = 256;

/// The number of values of patches that are compared with the findings about an object.
const MOST_VALUES: usize = 1 << 18;

/// The fields that the kustomizations over a file set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filled {
    /// Whether the namespace of objects is set.
    pub(crate) namespace: bool,
    /// Whether selectors are set.
    selectors: bool,
    /// The labels that are set in templates.
    labels: BTreeMap<String, String>,
    /// The names of objects whose number of replicas is set.
    replicas: BTreeSet<String>,
    prefix: bool,
    suffix: bool,
    /// Whether `$(NAME)` is replaced, in any value.
    variables: bool,
    /// Whether labels are set.
    labelled: bool,
    /// The patches of objects.
    patches: Vec<Arc<Patch>>,
    /// The ServiceAccounts and Services with a namespace that are built with the objects.
    pub(super) named: Vec<(&'static str, Arc<BTreeSet<String>>)>,
    /// Whether the build contains objects that are not read here.
    pub(super) is_open: bool,
}

impl Filled {
    /// Adds the fields that one kustomization sets.
    pub(super) fn add(&mut self, own: &Settings) {
        self.namespace |= own.namespace;
        self.selectors |= own.selectors;
        self.labels.extend(own.labels.iter().cloned());
        self.replicas.extend(own.replicas.iter().cloned());
        self.prefix |= own.prefix;
        self.suffix |= own.suffix;
        self.variables |= own.variables;
        self.labelled |= own.labelled;
        for patch in own.patches() {
            if self.patches.len() >= MOST_PATCHES {
                break;
            }
            if !self.patches.iter().any(|known| Arc::ptr_eq(known, patch)) {
                self.labelled |= patch.sets_labels();
                self.patches.push(Arc::clone(patch));
            }
        }
    }

    /// Removes findings about fields that kustomize sets in an object. `underlined` returns the text that a
    /// finding underlines.
    pub(crate) fn leave_out<'s>(
        &self,
        findings: &mut Vec<Finding>,
        object: &Node,
        identity: &Identity,
        underlined: impl Fn(&Finding) -> &'s str,
    ) {
        if findings.is_empty() {
            return;
        }
        let changed =
            Changed { name: self.prefix || self.suffix, namespace: self.namespace, labels: self.labelled };
        let patches = self.patches.iter().filter(|patch| patch.selects(object, identity, changed));
        let patches: Vec<&Arc<Patch>> = patches.collect();
        let before = findings.len();
        let mut left = MOST_VALUES;
        findings.retain(|finding| {
            let mut is_patched = || {
                patches.iter().any(|patch| {
                    let size = patch.size.min(left);
                    left -= size;
                    size == patch.size && patch.explains(finding, object, identity)
                })
            };
            !self.explains(finding, object, identity, underlined(finding)) && !is_patched()
        });
        // Without the errors, the rules are checked.
        if findings.len() < before && findings.iter().all(|finding| finding.level != Level::Error) {
            findings.retain(|finding| finding.id != "rules-not-checked");
        }
    }

    fn explains(&self, finding: &Finding, object: &Node, identity: &Identity, text: &str) -> bool {
        let field = finding.field.as_deref().unwrap_or_default();
        let is_required = finding.id == "required-value";
        let is_set = match field {
            "metadata.namespace" => self.namespace,
            "metadata.name" => self.mends_name(&identity.name),
            "spec.replicas" => sets_replicas(identity) && self.replicas.contains(&identity.name),
            "spec.selector" => is_required && self.selectors && selects(identity),
            "spec.template.metadata.labels" => self.mends_labels(object, identity),
            "spec.service.namespace" => is_required && self.namespace && identity.kind == "APIService",
            _ => is_required && self.mends_namespace(object, field),
        };
        is_set || (self.variables && text.split_once("$(").is_some_and(|(_, rest)| rest.contains(')')))
    }

    /// Whether kustomize writes the namespace of the object that a subject or a webhook names.
    fn mends_namespace(&self, object: &Node, field: &str) -> bool {
        if let Some(subject) = of(object, field, "subjects", "].namespace") {
            let is_default = member(subject, "name") == "default" && self.namespace;
            return is_default || self.is_named("ServiceAccount", subject);
        }
        // admissionregistration swaps the two: an absent namespace is an error at `name`.
        let webhook = of(object, field, "webhooks", "].clientConfig.service.name");
        let service = webhook.and_then(|webhook| webhook.get("clientConfig")?.get("service"));
        service.is_some_and(|service| self.is_named("Service", service))
    }

    /// Whether kustomize can find the namespace of a named object.
    fn is_named(&self, kind: &'static str, named: &Node) -> bool {
        let name = member(named, "name");
        let is_there = || self.named.iter().any(|(of, names)| *of == kind && names.contains(name));
        self.is_open || (self.variables && name.contains("$(")) || is_there()
    }

    /// Whether a prefix or a suffix may correct the name.
    fn mends_name(&self, name: &str) -> bool {
        let ends = ['-', '.'];
        let without = if self.prefix { name.trim_start_matches(ends) } else { name };
        let without = if self.suffix { without.trim_end_matches(ends) } else { without };
        let is_alphanumeric = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_part = |part: &str| {
            part.bytes().all(|byte| is_alphanumeric(byte) || byte == b'-')
                && [part.bytes().next(), part.bytes().next_back()]
                    .into_iter()
                    .all(|end| end.is_some_and(is_alphanumeric))
        };
        without != name && without.split('.').all(is_part)
    }

    /// Whether the labels that are added to the template, and to the selector as well, make the two match.
    fn mends_labels(&self, object: &Node, identity: &Identity) -> bool {
        if self.labels.is_empty() || !has_template(identity) {
            return false;
        }
        let spec = object.get("spec");
        let selector = spec.and_then(|spec| spec.get("selector")).filter(|node| node.value != Value::Null);
        let Some(selector) = selector else { return self.selectors && selects(identity) };
        let is_plain = identity.kind == "ReplicationController";
        let wanted = if is_plain { Some(selector) } else { selector.get("matchLabels") };
        let template = spec.and_then(|spec| spec.get("template")?.get("metadata")?.get("labels"));
        let value = |key: &str| {
            let own = template.and_then(|labels| labels.get(key)?.as_str());
            self.labels.get(key).map(String::as_str).or(own)
        };
        // Labels of kustomize replace the labels of the object, also in the selector.
        let fits = |key: &str, wanted: Option<&str>| {
            let is_replaced = self.selectors && self.labels.contains_key(key);
            is_replaced || (wanted.is_some() && value(key) == wanted)
        };
        let wanted = match wanted.map(|wanted| &wanted.value) {
            Some(Value::Object(members)) => members.as_slice(),
            _ => &[],
        };
        wanted.iter().all(|one| fits(&one.key, one.value.as_str()))
            && selector.get("matchExpressions").is_none()
    }
}

/// The item of a list that contains the field at a path such as `subjects[0].namespace`.
fn of<'n>(object: &'n Node, field: &str, list: &str, end: &str) -> Option<&'n Node> {
    let index = field.strip_prefix(list)?.strip_prefix('[')?.strip_suffix(end)?;
    match &object.get(list)?.value {
        Value::Array(items) => items.get(index.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Whether a kind is in the field specs, which name a group, or only a version.
fn is_in(identity: &Identity, kinds: &[(&str, &str)]) -> bool {
    let fits = |group: &str| match group {
        "" => true,
        "v1" => identity.api_version == "v1",
        group => identity.group() == group,
    };
    kinds.iter().any(|(group, kind)| identity.kind == *kind && fits(group))
}

/// Kinds whose selector is created together with its labels.
const SELECTING: [(&str, &str); 5] = [
    ("v1", "ReplicationController"),
    ("", "Deployment"),
    ("", "ReplicaSet"),
    ("", "DaemonSet"),
    ("apps", "StatefulSet"),
];

fn selects(identity: &Identity) -> bool {
    is_in(identity, &SELECTING)
}

/// Kinds whose template gets labels.
fn has_template(identity: &Identity) -> bool {
    selects(identity) || is_in(identity, &[("batch", "Job")])
}

fn sets_replicas(identity: &Identity) -> bool {
    is_in(
        identity,
        &[("", "Deployment"), ("", "ReplicationController"), ("", "ReplicaSet"), ("", "StatefulSet")],
    )
}
