//! Defaults of Pods that depend on other fields. In: a Pod. Out: the Pod with these defaults.
//!
//! Easy to break: the resources of the Pod as a whole come after the requests of its containers.
// kubernetes: pkg/apis/core/v1/defaults.go SetDefaults_Pod, defaultHugePagePodLimits, defaultPodRequests

use crdc_kubernetes::{Amounts, ContainerAmounts, Quantity, pod_level_defaults};
use serde_json::{Map, Value, json};

use super::absent::{is_zero, items, set_absent, text};

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
    let Some(own) = spec.get("resources").and_then(Value::as_object) else { return };
    let mut containers = Vec::new();
    for (list, is_init) in [("containers", false), ("initContainers", true)] {
        let all = spec.get(list).and_then(Value::as_array).into_iter().flatten();
        for container in all.filter_map(Value::as_object) {
            let resources = container.get("resources");
            let [limits, requests] = LISTS.map(|list| amounts(resources.and_then(|of| of.get(list))));
            let stays = text(container, "restartPolicy") == "Always";
            containers.push(ContainerAmounts { requests, limits, is_init, stays });
        }
    }
    let [limits, requests] = LISTS.map(|list| amounts(own.get(list)));
    let missing = pod_level_defaults(&limits, &requests, &containers)
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

/// The amounts of a list. Null is zero.
fn amounts(list: Option<&Value>) -> Amounts<'_> {
    let read = |value: &Value| match value {
        Value::Null => Quantity::read("0"),
        Value::String(text) => Quantity::read(text),
        number => Quantity::read(&number.to_string()),
    };
    let all = list.and_then(Value::as_object).into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.as_str(), read(value)?))).collect()
}
