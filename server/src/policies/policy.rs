//! What policies say. In: stored ValidatingAdmissionPolicies and their bindings. Out: the same, by name.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::expressions::conditions::Condition;
use crate::history::History;
use crate::matching::Criteria;

pub(super) const POLICIES: &str = "validatingadmissionpolicies.admissionregistration.k8s.io";
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

/// What must be true.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Validation {
    pub(super) expression: String,
    pub(super) message: String,
    pub(super) message_expression: String,
    pub(super) reason: String,
}

/// What the audit event of a request says.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditAnnotation {
    pub(super) value_expression: String,
}

/// What makes a policy count.
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

/// The specs of a resource, by name. Those that cannot be read are left out: they did not come through the API.
pub(super) fn specs<T: for<'de> Deserialize<'de>>(history: &History, resource: &str) -> BTreeMap<String, T> {
    #[derive(Deserialize)]
    struct Stored<T> {
        spec: T,
    }
    let Ok(all) = history.snapshot(resource, None, None) else { return BTreeMap::new() };
    let read = |text: &[u8]| serde_json::from_slice::<Stored<T>>(text).ok();
    all.objects.iter().filter_map(|((_, name), text)| Some((name.to_string(), read(text)?.spec))).collect()
}
