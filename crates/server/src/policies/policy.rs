//! Parses ValidatingAdmissionPolicies and their bindings. In: stored ValidatingAdmissionPolicies and their
//! bindings. Out: the same, by name.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::expressions::conditions::Condition;
use crate::history::History;
use crate::matching::Criteria;

const POLICIES: &str = "validatingadmissionpolicies.admissionregistration.k8s.io";
pub(super) const BINDINGS: &str = "validatingadmissionpolicybindings.admissionregistration.k8s.io";

/// A policy.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Policy {
    failure_policy: String,
    pub(super) param_kind: Option<ParamKind>,
    pub(super) match_constraints: Criteria,
    pub(super) match_conditions: Vec<Condition>,
    pub(super) variables: Vec<Variable>,
    pub(super) validations: Vec<Validation>,
    pub(super) audit_annotations: Vec<AuditAnnotation>,
}

/// The kind of its parameters.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ParamKind {
    pub(super) api_version: String,
    pub(super) kind: String,
}

/// A value that expressions name.
#[derive(Deserialize)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) expression: String,
}

/// A condition that must be true.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Validation {
    pub(super) expression: String,
    pub(super) message: String,
    pub(super) message_expression: String,
    pub(super) reason: String,
}

/// An annotation of the audit event of a request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditAnnotation {
    pub(super) value_expression: String,
}

/// A binding, without which a policy has no effect.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Binding {
    pub(super) policy_name: String,
    pub(super) param_ref: Option<ParamRef>,
    pub(super) match_resources: Option<Criteria>,
    pub(super) validation_actions: Vec<String>,
}

/// The parameters of a binding.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ParamRef {
    pub(super) name: String,
    pub(super) namespace: String,
    pub(super) selector: Value,
    pub(super) parameter_not_found_action: String,
}

impl Policy {
    /// Whether a request is allowed that it cannot be evaluated on.
    pub(super) fn ignores_failures(&self) -> bool {
        self.failure_policy == "Ignore"
    }
}

/// The bindings of each policy, in the order of their names.
pub(super) fn bindings(history: &History) -> BTreeMap<String, Vec<(String, Binding)>> {
    let mut of_policies: BTreeMap<String, Vec<_>> = BTreeMap::new();
    let all = history.snapshot(BINDINGS, None, None);
    for ((_, name), text) in all.into_iter().flat_map(|all| all.objects) {
        if let Some(binding) = spec::<Binding>(&text) {
            of_policies.entry(binding.policy_name.clone()).or_default().push((name.to_string(), binding));
        }
    }
    of_policies
}

/// A policy, if there is one.
pub(super) fn named(history: &History, name: &str) -> Option<Policy> {
    spec(&history.get(POLICIES, "", name)?)
}

/// The contents of an object, unless it cannot be read: then it did not come through the API.
fn spec<T: for<'de> Deserialize<'de>>(object: &[u8]) -> Option<T> {
    #[derive(Deserialize)]
    struct Stored<T> {
        spec: T,
    }
    serde_json::from_slice::<Stored<T>>(object).ok().map(|stored| stored.spec)
}
