//! The objects that a patch changes. In: the `target` of a patch, or a merge patch, and an object. Out:
//! whether the patch changes the object.
//!
//! Easy to break: a selector of kustomize has regular expressions, which mean whole names.
//
// kustomize: api/types/selector.go NewSelectorRegex; api/resmap/reswrangler.go Select

use std::borrow::Cow;

use crate::edit::{member, metadata};
use crate::identity::Identity;
use crdc_admission::LabelSelector;
use crdc_kubernetes::group_of;
use crdc_source::Node;
use regex::{Regex, RegexBuilder};

/// The largest size of a compiled expression.
const LARGEST: usize = 1 << 18;

/// The objects of a patch.
#[derive(Clone, Debug)]
pub(in super::super) struct Target {
    group: Pattern,
    version: Pattern,
    kind: Pattern,
    name: Pattern,
    namespace: Pattern,
    /// `None` if any labels are selected.
    labels: Option<LabelSelector>,
}

/// What kustomizations change of the identity of an object before a patch sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Changed {
    /// Whether the name gets a prefix or a suffix.
    pub(in super::super) name: bool,
    pub(in super::super) namespace: bool,
    pub(in super::super) labels: bool,
}

impl Target {
    /// The objects that a selector means.
    pub(super) fn of_selector(selector: &Node) -> Target {
        let of = |key: &str| Pattern::of(member(selector, key));
        let labels = Some(member(selector, "labelSelector")).filter(|text| !text.is_empty());
        Target {
            group: of("group"),
            version: of("version"),
            kind: of("kind"),
            name: of("name"),
            namespace: of("namespace"),
            labels: labels.and_then(|text| LabelSelector::parse(text).ok()),
        }
    }

    /// The object that a merge patch names. Its namespace may be written in one of the two only.
    pub(super) fn of_object(patch: &Node) -> Target {
        let text = |text: &str| Pattern::Text(text.to_owned());
        Target {
            group: text(group_of(member(patch, "apiVersion"))),
            version: Pattern::Any,
            kind: text(member(patch, "kind")),
            name: text(metadata(patch, "name").unwrap_or_default()),
            namespace: Pattern::Any,
            labels: None,
        }
    }

    pub(super) fn selects(&self, object: &Node, identity: &Identity, changed: Changed) -> bool {
        let version = identity.api_version.rsplit('/').next().unwrap_or_default();
        let labels = object.get("metadata").and_then(|metadata| metadata.get("labels"));
        let label = |key: &str| labels.and_then(|labels| labels.get(key)?.as_str()).map(Cow::Borrowed);
        // An object without a namespace gets it from something else.
        let is_placed = || {
            changed.namespace || identity.namespace.is_empty() || self.namespace.is_match(&identity.namespace)
        };
        let is_named =
            || self.name.is_match(&identity.name) || (changed.name && self.name.contains(&identity.name));
        self.kind.is_match(&identity.kind)
            && self.group.is_match(identity.group())
            && self.version.is_match(version)
            && is_named()
            && is_placed()
            && (changed.labels || self.labels.as_ref().is_none_or(|labels| labels.selects(label)))
    }
}

/// A text of a selector.
#[derive(Clone, Debug)]
enum Pattern {
    Any,
    Text(String),
    Regex(Regex),
    /// Kustomize refuses the selector.
    Wrong,
}

impl Pattern {
    fn of(text: &str) -> Pattern {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '/';
        if text.is_empty() {
            return Pattern::Any;
        }
        if text.chars().all(is_plain) {
            return Pattern::Text(text.to_owned());
        }
        let mut builder = RegexBuilder::new(&format!("^(?:{text})$"));
        builder.size_limit(LARGEST).build().map_or(Pattern::Wrong, Pattern::Regex)
    }

    fn is_match(&self, text: &str) -> bool {
        match self {
            Pattern::Any => true,
            Pattern::Text(wanted) => wanted == text,
            Pattern::Regex(regex) => regex.is_match(text),
            Pattern::Wrong => false,
        }
    }

    /// Whether the text of the pattern contains a name, which has a prefix or a suffix there.
    fn contains(&self, name: &str) -> bool {
        match self {
            Pattern::Text(text) => text.contains(name),
            Pattern::Regex(regex) => regex.as_str().contains(name),
            Pattern::Any | Pattern::Wrong => false,
        }
    }
}
