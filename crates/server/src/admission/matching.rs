//! Matches requests with the rules and selectors of webhooks and policies. In: the rules and selectors of a
//! webhook or a policy, and a request. Out: the API version in which the webhook or the policy gets the
//! object.
// apiserver: pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook,
// predicates/{namespace,object,rules}, policy/matching/matching.go

use std::borrow::Cow;

use crdc_admission::{Attributes, LabelSelector, Object, Refusal};
use serde::Deserialize;
use serde_json::Value;

use crate::apimachinery::label_selector::selector;
use crate::storage::history::History;

/// The rules and selectors that select the requests of a webhook, a policy or a binding.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Criteria {
    match_policy: String,
    namespace_selector: Value,
    object_selector: Value,
    #[serde(alias = "rules")]
    resource_rules: Vec<Rule>,
    exclude_resource_rules: Vec<Rule>,
}

/// A rule: it selects requests for some resources.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Rule {
    operations: Vec<String>,
    api_groups: Vec<String>,
    api_versions: Vec<String>,
    resources: Vec<String>,
    resource_names: Vec<String>,
    scope: String,
}

impl Criteria {
    /// Whether there are no rules. A webhook without rules gets no request, and a policy without rules gets
    /// all of them.
    pub(crate) fn has_no_rules(&self) -> bool {
        self.resource_rules.is_empty()
    }

    /// The version of the object in which the request is selected; `None` if the request is not selected.
    ///
    /// # Errors
    ///
    /// A selector cannot be read.
    pub(crate) fn version<'v>(
        &self,
        attributes: &'v Attributes<'_>,
        history: &History,
        versions: &'v [String],
    ) -> Result<Option<&'v str>, Refusal> {
        if !selects_namespace(&selector(&self.namespace_selector)?, attributes, history)
            || !selects_object(&selector(&self.object_selector)?, attributes)
            || self.fitting(&self.exclude_resource_rules, attributes, versions).is_some()
        {
            return Ok(None);
        }
        if self.has_no_rules() {
            return Ok(Some(attributes.resource().version));
        }
        Ok(self.fitting(&self.resource_rules, attributes, versions))
    }

    /// The version of a resource that one of the rules names.
    fn fitting<'v>(
        &self,
        rules: &[Rule],
        attributes: &'v Attributes<'_>,
        versions: &'v [String],
    ) -> Option<&'v str> {
        let own = attributes.resource().version;
        if rules.iter().any(|rule| rule.fits(attributes, own)) {
            return Some(own);
        }
        let others = versions.iter().map(|version| &**version).filter(|version| *version != own);
        let fitting = |rule: &Rule| others.clone().find(|version| rule.fits(attributes, version));
        let rules = rules.iter().filter(|_| self.match_policy != "Exact");
        rules.into_iter().find_map(fitting)
    }
}

fn selects_namespace(selector: &LabelSelector, attributes: &Attributes<'_>, history: &History) -> bool {
    // A request that writes a Namespace is matched by the labels that the Namespace will have. A request for
    // a subresource is matched by the labels of the stored Namespace.
    let is_written = is_namespace(attributes) && attributes.subresource().is_none();
    if let Some(object) = attributes.object().filter(|_| is_written) {
        return selector.selects_object(object);
    }
    let namespace = &*namespace(attributes);
    // A namespace selector never excludes objects that are not in a namespace.
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

/// The namespace that admission reviews name. For a request that is about a Namespace, it is the name of that
/// Namespace.
pub(crate) fn namespace<'n>(attributes: &'n Attributes<'_>) -> Cow<'n, str> {
    if is_namespace(attributes) { attributes.name() } else { attributes.namespace().into() }
}

/// Whether the request is about a Namespace, which counts as outside of all namespaces.
pub(crate) fn is_namespace(attributes: &Attributes<'_>) -> bool {
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
            && (self.resource_names.is_empty()
                || self.resource_names.iter().any(|name| *name == attributes.name()))
    }
}
