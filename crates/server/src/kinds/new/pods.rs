//! Prepares new Pods: sets their quality of service class in the status, and what the scheduler reads.
// kubernetes: pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS

use std::collections::BTreeMap;

use serde_json::Value;

use super::scheduling;
use crate::apimachinery::quantities::{Amount, amount};

pub(super) fn prepare(pod: &mut Value) {
    let class = class(&pod["spec"]);
    scheduling::prepare(pod);
    if let Some(status) = pod["status"].as_object_mut() {
        status.insert("qosClass".to_owned(), class.into());
    }
}

/// The billionths of the resources that count for the class, by name.
type Amounts = BTreeMap<&'static str, Amount>;

fn class(spec: &Value) -> &'static str {
    // Resources of the Pod itself count instead of those of its containers.
    let parts: Vec<&Value> = match &spec["resources"] {
        whole if is_set(whole) => vec![whole],
        _ => {
            let lists = [&spec["containers"], &spec["initContainers"]];
            let all = lists.into_iter().filter_map(Value::as_array).flatten();
            all.map(|container| &container["resources"]).collect()
        }
    };
    let amounts: Vec<[Amounts; 2]> =
        parts.into_iter().map(|part| [amounts(&part["requests"]), amounts(&part["limits"])]).collect();
    let is_guaranteed = |[requests, limits]: &[Amounts; 2]| limits.len() == 2 && requests == limits;
    if amounts.iter().flatten().all(BTreeMap::is_empty) {
        "BestEffort"
    } else if amounts.iter().all(is_guaranteed) {
        "Guaranteed"
    } else {
        "Burstable"
    }
}

/// Whether the resources of a Pod itself name processors, memory or huge pages.
// component-helpers: resource/helpers.go IsPodLevelResourcesSet
fn is_set(resources: &Value) -> bool {
    let lists = [&resources["requests"], &resources["limits"]];
    let mut names = lists.into_iter().filter_map(Value::as_object).flat_map(|list| list.keys());
    names.any(|name| matches!(name.as_str(), "cpu" | "memory") || name.starts_with("hugepages-"))
}

/// The amounts of processors and memory that are above zero.
fn amounts(resources: &Value) -> Amounts {
    let amount = |name| amount(&resources[name]).filter(|amount| *amount > 0).map(|amount| (name, amount));
    ["cpu", "memory"].into_iter().filter_map(amount).collect()
}

#[cfg(test)]
mod tests {
    use super::class;
    use serde_json::{Value, json};

    #[test]
    fn pods_have_the_class_of_their_resources() {
        let both = |cpu: &str, memory: &str| json!({"cpu": cpu, "memory": memory});
        let of =
            |requests: Value, limits: Value| json!({"resources": {"requests": requests, "limits": limits}});
        let same = || of(both("1", "1Gi"), both("1000m", "1024Mi"));
        for (containers, expected) in [
            (vec![json!({}), json!({})], "BestEffort"),
            (vec![of(json!({"cpu": "0"}), Value::Null)], "BestEffort"),
            (vec![of(json!({"ephemeral-storage": "1"}), Value::Null)], "BestEffort"),
            (vec![same()], "Guaranteed"),
            (vec![of(both("1", "1.5Gi"), both("1", "1536Mi"))], "Guaranteed"),
            (vec![same(), json!({})], "Burstable"),
            (vec![of(both("1", "1Gi"), both("2", "1Gi"))], "Burstable"),
            (vec![of(json!({"cpu": 1}), json!({"cpu": 1}))], "Burstable"),
        ] {
            assert_eq!(class(&json!({"containers": containers})), expected, "{containers:?}");
        }
        let whole = json!({"requests": both("1", "1"), "limits": both("1", "1")});
        assert_eq!(class(&json!({"containers": [{}], "resources": whole})), "Guaranteed");
        assert_eq!(class(&json!({"containers": [same()], "resources": {}})), "Guaranteed");
    }
}
