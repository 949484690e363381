//! Prepares new Pods: sets their quality of service class in the status, and what the scheduler reads.
// kubernetes: pkg/apis/core/v1/helper/qos/qos.go ComputePodQOS

use std::collections::BTreeMap;

use crdc_vocabulary::quantity::{Suffix, parse};
use serde_json::Value;

use super::scheduling;

pub(super) fn prepare(pod: &mut Value) {
    let class = class(&pod["spec"]);
    scheduling::prepare(pod);
    if let Some(status) = pod["status"].as_object_mut() {
        status.insert("qosClass".to_owned(), class.into());
    }
}

/// The resources that count for the class, by name. An amount is a number and a power of ten.
type Amounts = BTreeMap<&'static str, (i128, i64)>;

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
    let amount = |name: &'static str| {
        let text = match &resources[name] {
            Value::String(text) => text.clone(),
            number => number.to_string(),
        };
        number(&text).filter(|(digits, _)| *digits > 0).map(|number| (name, number))
    };
    ["cpu", "memory"].into_iter().filter_map(amount).collect()
}

/// A quantity as a number without trailing zeros, and the power of ten that it is multiplied by; `None` if it
/// is too large.
fn number(text: &str) -> Option<(i128, i64)> {
    let parsed = parse(text.as_bytes()).ok()?;
    let mut number: i128 = 0;
    for digit in parsed.whole.iter().chain(parsed.fraction) {
        number = number.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
    }
    let mut power = -i64::try_from(parsed.fraction.len()).ok()?;
    match parsed.suffix {
        Suffix::PowerOfTen(exponent) => power += i64::from(exponent),
        Suffix::PowerOfTwo(bits) => number = number.checked_mul(1 << bits)?,
    }
    while number != 0 && number % 10 == 0 {
        (number, power) = (number / 10, power + 1);
    }
    Some((if parsed.negative { -number } else { number }, power))
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
