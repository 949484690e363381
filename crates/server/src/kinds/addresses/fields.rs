//! Fields of the specification of a Service as Go reads them. In: a specification. Out: texts, lists and
//! numbers, where an absent field is empty or zero.

use serde_json::{Map, Value};

/// The specification of a Service.
pub(super) type Spec = Map<String, Value>;

/// The text of a field; empty if the field is no text.
pub(super) fn text<'s>(spec: &'s Spec, field: &str) -> &'s str {
    spec.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The texts of a list.
pub(super) fn list<'s>(spec: &'s Spec, field: &str) -> Vec<&'s str> {
    let items = spec.get(field).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

/// The number of a field; zero if the field is no number.
pub(super) fn number(spec: &Spec, field: &str) -> i64 {
    spec.get(field).and_then(Value::as_i64).unwrap_or_default()
}

/// The ports of a Service.
pub(super) fn ports(spec: &Spec) -> impl Iterator<Item = &Spec> {
    spec.get("ports").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

/// The ports of a Service, for changes.
pub(super) fn ports_mut(spec: &mut Spec) -> impl Iterator<Item = &mut Spec> {
    spec.get_mut("ports").and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

/// Whether Go reads a number field as zero.
pub(super) fn is_zero(spec: &Spec, field: &str) -> bool {
    spec.get(field).is_none_or(|value| value.is_null() || value == 0)
}

/// Whether the type of a Service has node ports.
pub(super) fn has_node_ports(spec: &Spec) -> bool {
    matches!(text(spec, "type"), "NodePort" | "LoadBalancer")
}

/// Whether a Service has a port for health checks.
// kubernetes: pkg/api/service/util.go NeedsHealthCheck
pub(super) fn has_health_check(spec: &Spec) -> bool {
    text(spec, "type") == "LoadBalancer" && text(spec, "externalTrafficPolicy") == "Local"
}

/// Whether a Service can be reached from outside of the cluster.
// kubernetes: pkg/api/service/util.go ExternallyAccessible
pub(super) fn is_external(spec: &Spec) -> bool {
    has_node_ports(spec) || text(spec, "type") == "ClusterIP" && !list(spec, "externalIPs").is_empty()
}
