//! The FlowSchemas and PriorityLevelConfigurations that every server has: their specs cannot be changed.
//! In: a spec. Out: whether it differs from the fixed one.
//
// apiserver: pkg/apis/flowcontrol/bootstrap/default.go; kubernetes: pkg/apis/flowcontrol/internalbootstrap

use crdc_source::{Source, parse};

use super::at::At;
use super::changes::differ;

/// The specs of FlowSchemas by name.
pub(super) const FLOW_SCHEMAS: [(&str, &str); 2] = [
    (
        "catch-all",
        r#"{"matchingPrecedence": 10000, "priorityLevelConfiguration": {"name": "catch-all"},
            "distinguisherMethod": {"type": "ByUser"}, "rules": [{
            "subjects": [{"kind": "Group", "group": {"name": "system:unauthenticated"}},
                {"kind": "Group", "group": {"name": "system:authenticated"}}],
            "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"], "clusterScope": true,
                "namespaces": ["*"]}],
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}]}]}"#,
    ),
    (
        "exempt",
        r#"{"matchingPrecedence": 1, "priorityLevelConfiguration": {"name": "exempt"}, "rules": [{
            "subjects": [{"kind": "Group", "group": {"name": "system:masters"}}],
            "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"], "clusterScope": true,
                "namespaces": ["*"]}],
            "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}]}]}"#,
    ),
];

/// The PriorityLevelConfiguration `exempt`, without the field that can be changed.
pub(super) const EXEMPT: &str = r#"{"type": "Exempt"}"#;

/// The PriorityLevelConfiguration `catch-all`. A percentage of zero is the default.
pub(super) const CATCH_ALL: &str = r#"{"type": "Limited", "limited": {"nominalConcurrencyShares": 5,
    "limitResponse": {"type": "Reject"}}}"#;

/// Whether a spec differs from a fixed one, in another field than `besides`.
pub(super) fn differs(spec: &At<'_, '_>, fixed: &str, besides: Option<&str>) -> bool {
    let (documents, _) = parse(&Source::new("fixed.json", fixed));
    let Some(fixed) = documents.first() else { return false };
    let fixed = At::root(fixed);
    let fields = ["matchingPrecedence", "priorityLevelConfiguration", "distinguisherMethod", "rules"];
    let fields = fields.into_iter().chain(["type", "limited", "exempt"]);
    fields
        .filter(|field| Some(*field) != besides)
        .any(|field| differ(spec.child(field).node(), fixed.child(field).node()))
}
