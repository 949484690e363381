//! Whether a webhook is called. In: a webhook, a request. Out: the version in which it gets the object.
// apiserver: pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook, predicates/{namespace,object,rules}

use crdc_admission::{Attributes, LabelSelector, Object};

use super::configuration::{Hook, Rule};
use crate::history::History;

/// The version of the object that a webhook wants; none if it is not called.
pub(super) fn version<'v>(
    hook: &Hook,
    attributes: &'v Attributes<'_>,
    history: &History,
    versions: &'v [String],
) -> Option<&'v str> {
    if !hook.namespaces().is_none_or(|selector| selects_namespace(&selector, attributes, history))
        || !hook.objects().is_none_or(|selector| selects_object(&selector, attributes))
    {
        return None;
    }
    let own = attributes.resource().version;
    if hook.rules.iter().any(|rule| rule.fits(attributes, own)) {
        return Some(own);
    }
    let others = versions.iter().map(|version| &**version).filter(|version| *version != own);
    let fitting = |rule: &Rule| others.clone().find(|version| rule.fits(attributes, version));
    hook.rules.iter().filter(|_| hook.is_for_equivalents()).find_map(fitting)
}

fn selects_namespace(selector: &LabelSelector, attributes: &Attributes<'_>, history: &History) -> bool {
    let is_namespace = is_namespace(attributes);
    let of_request = attributes.object().filter(|_| is_namespace);
    if let Some(object) = of_request {
        return selects(selector, object);
    }
    let name = attributes.name();
    let namespace = if is_namespace { &*name } else { attributes.namespace() };
    // Objects outside of namespaces are never left out.
    namespace.is_empty()
        || history.get("namespaces", "", namespace).is_some_and(|text| selects(selector, &Object::of(&text)))
}

fn selects_object(selector: &LabelSelector, attributes: &Attributes<'_>) -> bool {
    attributes.object().is_some_and(|object| selects(selector, object))
        || attributes.old_object().is_some_and(|object| selects(selector, &object))
}

fn selects(selector: &LabelSelector, object: &Object<'_>) -> bool {
    selector.selects(|key| object.string(&["metadata", "labels", key]))
}

/// Whether it is about a Namespace, which counts as outside of all namespaces.
pub(super) fn is_namespace(attributes: &Attributes<'_>) -> bool {
    attributes.resource().group.is_empty() && attributes.resource().plural == "namespaces"
}

impl Rule {
    fn fits(&self, attributes: &Attributes<'_>, version: &str) -> bool {
        let names = attributes.resource();
        let is_in = |all: &[String], one: &str| all.iter().any(|of| of == "*" || of == one);
        let is_cluster = is_namespace(attributes) || attributes.namespace().is_empty();
        let in_scope = match &*self.scope {
            "Namespaced" => !is_cluster,
            "Cluster" => is_cluster,
            _ => true,
        };
        let subresource = attributes.subresource().unwrap_or_default();
        let is_resource = |of: &String| {
            let (of, sub) = of.split_once('/').unwrap_or((of, ""));
            (of == "*" || of == names.plural) && (sub == "*" || sub == subresource)
        };
        in_scope
            && is_in(&self.operations, attributes.operation().as_str())
            && is_in(&self.api_groups, names.group)
            && is_in(&self.api_versions, version)
            && self.resources.iter().any(is_resource)
    }
}
