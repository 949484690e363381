//! Parses ValidatingAdmissionPolicies and their bindings. In: the stored objects. Out: the parsed policies
//! and bindings, by name.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::admission::expressions::conditions::Condition;
use crate::admission::matching::Criteria;
use crate::storage::history::History;

const POLICIES: &str = "validatingadmissionpolicies.admissionregistration.k8s.io";
pub(crate) const BINDINGS: &str = "validatingadmissionpolicybindings.admissionregistration.k8s.io";

/// A ValidatingAdmissionPolicy.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Policy {
    failure_policy: String,
    pub(crate) param_kind: Option<ParamKind>,
    pub(crate) match_constraints: Criteria,
    pub(crate) match_conditions: Vec<Condition>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) validations: Vec<Validation>,
    pub(crate) audit_annotations: Vec<AuditAnnotation>,
}

/// The kind of a policy's parameter objects.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ParamKind {
    pub(crate) api_version: String,
    pub(crate) kind: String,
}

/// A variable of a policy: an expression with a name that other expressions use.
#[derive(Deserialize)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) expression: String,
}

/// A validation: an expression that must be true.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Validation {
    pub(crate) expression: String,
    pub(crate) message: String,
    pub(crate) message_expression: String,
    pub(crate) reason: String,
}

/// An annotation that a policy adds to the audit event of a request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditAnnotation {
    pub(crate) value_expression: String,
}

/// A binding of a policy. A policy without a binding has no effect.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Binding {
    pub(crate) policy_name: String,
    pub(crate) param_ref: Option<ParamRef>,
    pub(crate) match_resources: Option<Criteria>,
    pub(crate) validation_actions: Vec<String>,
}

/// The reference of a binding to parameter objects.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ParamRef {
    pub(crate) name: String,
    pub(crate) namespace: String,
    pub(crate) selector: Value,
    pub(crate) parameter_not_found_action: String,
}

impl Policy {
    /// Whether the policy allows requests for which its evaluation fails.
    pub(crate) fn ignores_failures(&self) -> bool {
        self.failure_policy == "Ignore"
    }
}

/// The bindings of each policy, sorted by name.
pub(crate) fn bindings(history: &History) -> BTreeMap<String, Vec<(String, Binding)>> {
    let mut of_policies: BTreeMap<String, Vec<_>> = BTreeMap::new();
    let all = history.snapshot(BINDINGS, None, None);
    for ((_, name), text) in all.into_iter().flat_map(|all| all.objects) {
        if let Some(binding) = spec::<Binding>(&text) {
            of_policies.entry(binding.policy_name.clone()).or_default().push((name.to_string(), binding));
        }
    }
    of_policies
}

/// The policy with a name, if there is one.
pub(crate) fn named(history: &History, name: &str) -> Option<Policy> {
    spec(&history.get(POLICIES, "", name)?)
}

/// The `spec` of an object; `None` if it cannot be read: then it was not stored through the API.
fn spec<T: for<'de> Deserialize<'de>>(object: &[u8]) -> Option<T> {
    #[derive(Deserialize)]
    struct Stored<T> {
        spec: T,
    }
    serde_json::from_slice::<Stored<T>>(object).ok().map(|stored| stored.spec)
}
