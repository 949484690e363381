//! The resources of containers and of Pods. In: the specification of a Pod. Out: the amounts that each container
//! and the whole Pod request, and their limits.
// kubernetes: plugin/pkg/admission/limitranger/admission.go podRequests, podLimits

use std::collections::BTreeMap;

use crdc_kubernetes::Quantity;
use serde_json::{Map, Value};

use crate::apimachinery::quantities::{plus, quantity};

/// The quantities of resources, by name.
pub(crate) type Amounts = BTreeMap<String, Quantity>;

/// The requests and limits of a container, of a Pod or of a claim.
#[derive(Default)]
pub(crate) struct Resources {
    pub(crate) requests: Amounts,
    pub(crate) limits: Amounts,
}

impl Resources {
    /// Reads the field `resources`.
    pub(crate) fn of(resources: &Value) -> Resources {
        Resources { requests: amounts(&resources["requests"]), limits: amounts(&resources["limits"]) }
    }
}

/// Reads quantities by name.
pub(crate) fn amounts(list: &Value) -> Amounts {
    let read = |(name, value): (&String, &Value)| quantity(value).map(|quantity| (name.clone(), quantity));
    list.as_object().into_iter().flatten().filter_map(read).collect()
}

/// A container that runs before the others.
struct First {
    resources: Resources,
    /// Whether it goes on running beside the others.
    stays: bool,
}

/// The resources of the containers of a Pod.
#[derive(Default)]
pub(crate) struct PodResources {
    containers: Vec<Resources>,
    first: Vec<First>,
    /// The resources of the Pod itself.
    own: Resources,
}

impl PodResources {
    /// Reads the specification of a Pod.
    pub(crate) fn of(spec: &Map<String, Value>) -> PodResources {
        let list = |field: &str| spec.get(field).and_then(Value::as_array).into_iter().flatten();
        let first = |container: &Value| First {
            resources: Resources::of(&container["resources"]),
            stays: container["restartPolicy"] == "Always",
        };
        PodResources {
            containers: list("containers").map(|container| Resources::of(&container["resources"])).collect(),
            first: list("initContainers").map(first).collect(),
            own: spec.get("resources").map(Resources::of).unwrap_or_default(),
        }
    }

    /// The resources of each container, first those of `containers`.
    pub(crate) fn parts(&self) -> Vec<&Resources> {
        self.containers.iter().chain(self.first.iter().map(|first| &first.resources)).collect()
    }

    /// The resources of the containers together.
    pub(crate) fn of_containers(&self) -> Resources {
        Resources { requests: self.sum(|of| &of.requests), limits: self.sum(|of| &of.limits) }
    }

    /// The resources of the whole Pod. Those that the Pod itself names count instead of the sums.
    // kube_features.go PodLevelResources: on since 1.34
    pub(crate) fn whole(&self) -> Resources {
        let mut whole = self.of_containers();
        for (all, own) in [(&mut whole.requests, &self.own.requests), (&mut whole.limits, &self.own.limits)] {
            let named = ["cpu", "memory"].into_iter().filter_map(|name| own.get_key_value(name));
            all.extend(named.map(|(name, quantity)| (name.clone(), *quantity)));
        }
        whole
    }

    /// The sum of the containers that run beside each other, or what is needed before they run if that is more.
    fn sum(&self, of: impl Fn(&Resources) -> &Amounts) -> Amounts {
        let (mut sum, mut beside, mut before) = (Amounts::new(), Amounts::new(), Amounts::new());
        self.containers.iter().for_each(|container| add(&mut sum, of(container)));
        for First { resources, stays } in &self.first {
            let own = of(resources);
            if *stays {
                add(&mut sum, own);
                add(&mut beside, own);
            }
            // What the container does not name was counted when the containers beside it came.
            for (name, quantity) in own {
                let needed = match beside.get(name) {
                    Some(beside) if *stays => *beside,
                    Some(beside) => plus(*quantity, *beside),
                    None => *quantity,
                };
                raise(&mut before, name, needed);
            }
        }
        before.iter().for_each(|(name, needed)| raise(&mut sum, name, *needed));
        sum
    }
}

/// Adds quantities.
fn add(sums: &mut Amounts, more: &Amounts) {
    for (name, quantity) in more {
        match sums.get_mut(name) {
            Some(sum) => *sum = plus(*sum, *quantity),
            None => drop(sums.insert(name.clone(), *quantity)),
        }
    }
}

/// Sets a quantity if it is larger.
fn raise(all: &mut Amounts, name: &str, quantity: Quantity) {
    if all.get(name).is_none_or(|before| before.nanos < quantity.nanos) {
        all.insert(name.to_owned(), quantity);
    }
}

#[cfg(test)]
mod tests {
    use super::PodResources;
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
            let whole = spec.as_object().map(PodResources::of).unwrap_or_default().whole().requests;
            let texts: Value =
                whole.iter().map(|(name, quantity)| (name.clone(), json!(quantity.text()))).collect();
            assert_eq!(texts, expected, "{spec}");
        }
    }
}
