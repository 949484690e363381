//! Defaults of the resources of a Pod itself. In: the specification of a Pod whose containers are completed.
//! Out: the requests and limits that follow from its containers and from its limits.
// kubernetes: pkg/apis/core/v1/defaults.go defaultHugePagePodLimits, defaultPodRequests (kube_features.go
// PodLevelResources: on since 1.34)

use serde_json::{Map, Value, json};

use super::absent::has_members;
use crate::apimachinery::pod_resources::PodResources;

type Object = Map<String, Value>;

pub(super) fn pod_level_resources(spec: &mut Object) {
    let is_given = |own: &Object| has_members(own, "limits") || has_members(own, "requests");
    if !spec.get("resources").and_then(Value::as_object).is_some_and(is_given) {
        return;
    }
    let containers = PodResources::of(spec).of_containers();
    let Some(own) = spec.get_mut("resources").and_then(Value::as_object_mut) else { return };
    let requests = own.get("requests").and_then(Value::as_object);
    let is_open = |name: &str| is_huge(name) && requests.is_none_or(|all| !all.contains_key(name));
    let huge = containers.limits.iter().filter(|(name, _)| is_open(name));
    let huge = huge.map(|(name, limit)| (name.clone(), json!(limit.text()))).collect();
    add(own, "limits", huge);
    if !has_members(own, "limits") {
        return;
    }
    let limits = own.get("limits").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut requests: Object =
        limits.into_iter().filter(|(name, _)| is_huge(name) || is_shared(name)).collect();
    // What the containers request counts before the limit.
    let shared = containers.requests.iter().filter(|(name, _)| is_shared(name));
    requests.extend(shared.map(|(name, request)| (name.clone(), json!(request.text()))));
    add(own, "requests", requests);
}

/// Whether a resource may be requested below its limit.
fn is_shared(name: &str) -> bool {
    matches!(name, "cpu" | "memory")
}

fn is_huge(name: &str) -> bool {
    name.starts_with("hugepages-")
}

/// Adds the resources that a list does not have.
fn add(own: &mut Object, field: &str, more: Object) {
    if more.is_empty() {
        return;
    }
    let list = own.entry(field).or_insert_with(|| json!({}));
    if list.is_null() {
        *list = json!({});
    }
    if let Some(list) = list.as_object_mut() {
        for (name, value) in more {
            list.entry(name).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pod_level_resources;
    use serde_json::{Value, json};

    #[test]
    fn a_pod_with_limits_requests_what_its_containers_do_or_its_limits() {
        let containers = json!([
            {"resources": {"requests": {"cpu": "100m", "hugepages-2Mi": "2Mi", "x": "1"}, "limits": {"cpu": "1", "hugepages-2Mi": "2Mi"}}},
            {"resources": {"requests": {"cpu": "200m"}}},
        ]);
        for (own, expected) in [
            (Value::Null, Value::Null),
            (json!({}), json!({})),
            (
                json!({"limits": {"cpu": "2", "memory": "1Gi"}}),
                json!({"limits": {"cpu": "2", "memory": "1Gi", "hugepages-2Mi": "2Mi"},
                    "requests": {"cpu": "300m", "memory": "1Gi", "hugepages-2Mi": "2Mi"}}),
            ),
            (
                json!({"limits": {"cpu": "2"}, "requests": {"cpu": "1", "hugepages-2Mi": "4Mi"}}),
                json!({"limits": {"cpu": "2"}, "requests": {"cpu": "1", "hugepages-2Mi": "4Mi"}}),
            ),
            // Requests alone give no other requests, but for the limits that they lead to.
            (
                json!({"requests": {"memory": "1Gi"}}),
                json!({"limits": {"hugepages-2Mi": "2Mi"}, "requests": {"memory": "1Gi", "cpu": "300m", "hugepages-2Mi": "2Mi"}}),
            ),
            (
                json!({"requests": {"memory": "1Gi", "hugepages-2Mi": "2Mi"}}),
                json!({"requests": {"memory": "1Gi", "hugepages-2Mi": "2Mi"}}),
            ),
        ] {
            let mut spec = json!({"containers": containers, "resources": own});
            let Some(object) = spec.as_object_mut() else { return };
            pod_level_resources(object);
            assert_eq!(spec["resources"], expected, "{own}");
        }
    }
}
