//! Whether a webhook is called. In: a webhook, a request. Out: the version in which it gets the object.
// apiserver: pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook, predicates/{namespace,object,rules}

use std::borrow::Cow;

use crdc_admission::{Attributes, LabelSelector, Object, Refusal};

use super::configuration::{Hook, Rule};
use crate::history::History;

/// The version of the object that a webhook wants; none if it is not called.
///
/// # Errors
///
/// If a selector cannot be read.
pub(super) fn version<'v>(
    hook: &Hook,
    attributes: &'v Attributes<'_>,
    history: &History,
    versions: &'v [String],
) -> Result<Option<&'v str>, Refusal> {
    if !selects_namespace(&hook.namespaces()?, attributes, history)
        || !selects_object(&hook.objects()?, attributes)
    {
        return Ok(None);
    }
    let own = attributes.resource().version;
    if hook.rules.iter().any(|rule| rule.fits(attributes, own)) {
        return Ok(Some(own));
    }
    let others = versions.iter().map(|version| &**version).filter(|version| *version != own);
    let fitting = |rule: &Rule| others.clone().find(|version| rule.fits(attributes, version));
    Ok(hook.rules.iter().filter(|_| hook.is_for_equivalents()).find_map(fitting))
}

fn selects_namespace(selector: &LabelSelector, attributes: &Attributes<'_>, history: &History) -> bool {
    let of_request = attributes.object().filter(|_| is_namespace(attributes));
    if let Some(object) = of_request {
        return selector.selects_object(object);
    }
    let namespace = &*namespace(attributes);
    // Objects outside of namespaces are never left out.
    selector.is_empty()
        || namespace.is_empty()
        || history
            .get("namespaces", "", namespace)
            .is_some_and(|text| selector.selects_object(&Object::of(&text)))
}

fn selects_object(selector: &LabelSelector, attributes: &Attributes<'_>) -> bool {
    selector.is_empty()
        || attributes.object().is_some_and(|object| selector.selects_object(object))
        || attributes.old_object().is_some_and(|object| selector.selects_object(&object))
}

/// The namespace that reviews name: of a Namespace itself.
pub(super) fn namespace<'n>(attributes: &'n Attributes<'_>) -> Cow<'n, str> {
    if is_namespace(attributes) { attributes.name() } else { attributes.namespace().into() }
}

/// Whether it is about a Namespace, which counts as outside of all namespaces.
fn is_namespace(attributes: &Attributes<'_>) -> bool {
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
