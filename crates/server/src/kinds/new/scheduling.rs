//! Adds what the scheduler reads to new Pods. In: a Pod with its labels. Out: the Pod, whose affinity and
//! spread select the values of its `matchLabelKeys`, and which has a condition if it has scheduling gates.
// kubernetes: pkg/registry/core/pod/strategy.go mutatePodAffinity, mutateTopologySpreadConstraints,
// applySchedulingGatedCondition

use serde_json::{Map, Value, json};

pub(super) fn prepare(pod: &mut Value) {
    let labels = pod["metadata"]["labels"].as_object().cloned().unwrap_or_default();
    let created = pod["metadata"]["creationTimestamp"].clone();
    let is_gated = pod["spec"]["schedulingGates"].as_array().is_some_and(|gates| !gates.is_empty());
    if is_gated && let Some(status) = pod["status"].as_object_mut() {
        status.insert(
            "conditions".to_owned(),
            json!([{"lastProbeTime": null, "lastTransitionTime": created,
                "message": "Scheduling is blocked due to non-empty scheduling gates",
                "reason": "SchedulingGated", "status": "False", "type": "PodScheduled"}]),
        );
    }
    let spread = pod.pointer_mut("/spec/topologySpreadConstraints").and_then(Value::as_array_mut);
    for constraint in spread.into_iter().flatten() {
        select(constraint, &labels, &[("matchLabelKeys", "In")]);
    }
    for affinity in ["podAffinity", "podAntiAffinity"] {
        for (list, term) in [
            ("preferredDuringSchedulingIgnoredDuringExecution", Some("podAffinityTerm")),
            ("requiredDuringSchedulingIgnoredDuringExecution", None),
        ] {
            let terms = pod.pointer_mut(&format!("/spec/affinity/{affinity}/{list}"));
            for item in terms.and_then(Value::as_array_mut).into_iter().flatten() {
                let term = match term {
                    Some(field) => item.get_mut(field),
                    None => Some(item),
                };
                if let Some(term) = term {
                    select(term, &labels, &[("matchLabelKeys", "In"), ("mismatchLabelKeys", "NotIn")]);
                }
            }
        }
    }
}

/// Adds the values of the label keys of a term to its selector. A term without a selector selects nothing.
fn select(term: &mut Value, labels: &Map<String, Value>, keys: &[(&str, &str)]) {
    if !term["labelSelector"].is_object() {
        return;
    }
    let requirement = |(list, operator): &(&str, &str)| {
        let keys = term[*list].as_array().into_iter().flatten().filter_map(Value::as_str);
        let found = keys.filter_map(|key| labels.get(key).map(|value| (key, value)));
        let all = found.map(|(key, value)| json!({"key": key, "operator": operator, "values": [value]}));
        all.collect::<Vec<Value>>()
    };
    let added: Vec<Value> = keys.iter().flat_map(requirement).collect();
    if added.is_empty() {
        return;
    }
    let expressions = &mut term["labelSelector"]["matchExpressions"];
    match expressions.as_array_mut() {
        Some(expressions) => expressions.extend(added),
        None => *expressions = json!(added),
    }
}
