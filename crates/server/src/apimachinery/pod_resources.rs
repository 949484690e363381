//! The resources of containers and of Pods. In: the specification of a Pod. Out: the amounts that each
//! container and the whole Pod request, and their limits.
// kubernetes: plugin/pkg/admission/limitranger/admission.go podRequests, podLimits

use crdc_kubernetes::{Amounts, ContainerAmounts, needed};
use serde_json::{Map, Value};

use crate::apimachinery::quantities::quantity;

/// Reads quantities by name.
pub(crate) fn amounts(list: &Value) -> Amounts<'_> {
    let all = list.as_object().into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.as_str(), quantity(value)?))).collect()
}

/// Reads the field `resources` of a container, of a Pod or of a claim.
pub(crate) fn resources(field: &Value) -> ContainerAmounts<'_> {
    ContainerAmounts {
        requests: amounts(&field["requests"]),
        limits: amounts(&field["limits"]),
        ..ContainerAmounts::default()
    }
}

/// Reads the resources of the containers of a Pod, first those of `containers`.
pub(crate) fn containers(spec: &Map<String, Value>) -> Vec<ContainerAmounts<'_>> {
    let mut all = Vec::new();
    for (list, is_init) in [("containers", false), ("initContainers", true)] {
        for container in spec.get(list).and_then(Value::as_array).into_iter().flatten() {
            let stays = container["restartPolicy"] == "Always";
            all.push(ContainerAmounts { is_init, stays, ..resources(&container["resources"]) });
        }
    }
    all
}

/// The resources of a whole Pod: what its containers need together. Those that the Pod itself names count
/// instead of the sums.
// kube_features.go PodLevelResources: on since 1.34
pub(crate) fn whole<'s>(
    spec: &'s Map<String, Value>,
    containers: &[ContainerAmounts<'s>],
) -> ContainerAmounts<'s> {
    let own = spec.get("resources").map(resources).unwrap_or_default();
    let mut requests = needed(containers, |container| &container.requests);
    let mut limits = needed(containers, |container| &container.limits);
    for (all, own) in [(&mut requests, &own.requests), (&mut limits, &own.limits)] {
        let named = ["cpu", "memory"].into_iter().filter_map(|name| own.get_key_value(name));
        all.extend(named);
    }
    ContainerAmounts { requests, limits, ..ContainerAmounts::default() }
}

#[cfg(test)]
mod tests {
    use super::{containers, whole};
    use serde_json::{Value, json};

    #[test]
    fn a_pod_needs_what_its_containers_need_together() {
        let of = |requests: Value| json!({"resources": {"requests": requests}});
        let stays = |requests: Value| json!({"resources": {"requests": requests}, "restartPolicy": "Always"});
        for (spec, expected) in [
            (json!({"containers": [of(json!({"cpu": "1"})), of(json!({}))]}), json!({"cpu": "1"})),
            (
                json!({"containers": [of(json!({"cpu": "1", "memory": "1Mi"})), of(json!({"cpu": "500m", "memory": "1Mi"}))]}),
                json!({"cpu": "1500m", "memory": "2Mi"}),
            ),
            // The format is that of the first, unless that is zero.
            (
                json!({"containers": [of(json!({"a": "1024", "b": "0"})), of(json!({"a": "1Ki", "b": "1Ki"}))]}),
                json!({"a": "2048", "b": "1Ki"}),
            ),
            // What runs before counts if it is more.
            (
                json!({"containers": [of(json!({"cpu": "1", "memory": "1Mi"}))],
                    "initContainers": [of(json!({"cpu": "2"})), of(json!({"cpu": "1", "x": "1"}))]}),
                json!({"cpu": "2", "memory": "1Mi", "x": "1"}),
            ),
            // What stays counts for all that comes after it.
            (
                json!({"containers": [of(json!({"cpu": "1"}))],
                    "initContainers": [of(json!({"cpu": "4"})), stays(json!({"cpu": "1", "y": "1"})), of(json!({"cpu": "2"})),
                        stays(json!({"cpu": "1"})), of(json!({"cpu": "3", "x": "1"}))]}),
                json!({"cpu": "5", "x": "1", "y": "1"}),
            ),
            // The resources of the Pod itself count for processors and memory.
            (
                json!({"containers": [of(json!({"cpu": "2", "x": "1"}))], "resources": {"requests": {"cpu": "1", "memory": "1", "x": "9"}}}),
                json!({"cpu": "1", "memory": "1", "x": "1"}),
            ),
        ] {
            let Some(spec) = spec.as_object() else { panic!("{spec}") };
            let whole = whole(spec, &containers(spec)).requests;
            let texts: Value =
                whole.iter().map(|(name, quantity)| ((*name).to_owned(), json!(quantity.text()))).collect();
            assert_eq!(texts, expected, "{spec:?}");
        }
    }
}
