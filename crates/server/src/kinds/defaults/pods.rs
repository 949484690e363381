//! Defaults of Pods that depend on other fields. In: a Pod. Out: the Pod with these defaults.
//!
//! Easy to break: the resources of the Pod as a whole come after the requests of its containers.
// kubernetes: pkg/apis/core/v1/defaults.go SetDefaults_Pod, defaultHugePagePodLimits, defaultPodRequests

use crdc_kubernetes::pod_level_defaults;
use serde_json::{Map, Value, json};

use super::absent::{is_zero, items, set_absent};
use crate::apimachinery::pod_resources::{containers, resources};

type Object = Map<String, Value>;

/// The defaults of a Pod, which its templates do not have.
pub(super) fn pod(object: &mut Object) {
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else { return };
    set_absent(spec, "enableServiceLinks", json!(true));
    let uses_host = spec.get("hostNetwork") == Some(&json!(true));
    for list in ["containers", "initContainers"] {
        for container in items(spec, list) {
            if let Some(resources) = container.get_mut("resources").and_then(Value::as_object_mut) {
                requests(resources);
            }
            for port in items(container, "ports").filter(|_| uses_host) {
                let of_container = port.get("containerPort").cloned().unwrap_or_default();
                if is_zero(port.get("hostPort")) {
                    port.insert("hostPort".to_owned(), of_container);
                }
            }
        }
    }
    whole(spec);
}

/// Sets the request of each resource with a limit and without a request to the limit.
fn requests(resources: &mut Object) {
    let Some(limits) = resources.get("limits").and_then(Value::as_object).cloned() else { return };
    set_absent(resources, "requests", json!({}));
    if let Some(requests) = resources.get_mut("requests").and_then(Value::as_object_mut) {
        limits.into_iter().for_each(|(name, limit)| set_absent(requests, &name, limit));
    }
}

/// Fills in the resources of the Pod as a whole from those of its containers, if it has some of its own.
fn whole(spec: &mut Object) {
    let Some(own) = spec.get("resources").filter(|own| own.is_object()) else { return };
    let own = resources(own);
    let missing = pod_level_defaults(&own.limits, &own.requests, &containers(spec))
        .map(|list| list.into_iter().map(|(name, amount)| (name.to_owned(), json!(amount.text()))).collect());
    let Some(own) = spec.get_mut("resources").and_then(Value::as_object_mut) else { return };
    for (list, missing) in
        LISTS.into_iter().zip::<[Object; 2]>(missing).filter(|(_, missing)| !missing.is_empty())
    {
        set_absent(own, list, json!({}));
        let values = own.get_mut(list).and_then(Value::as_object_mut).into_iter();
        values.for_each(|values| {
            missing.iter().for_each(|(name, amount)| set_absent(values, name, amount.clone()))
        });
    }
}

const LISTS: [&str; 2] = ["limits", "requests"];

#[cfg(test)]
mod tests {
    use super::whole;
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
            whole(object);
            assert_eq!(spec["resources"], expected, "{own}");
        }
    }
}
