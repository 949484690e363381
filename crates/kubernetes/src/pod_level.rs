//! The requests and limits of a pod as a whole. In: its own, and those of its containers. Out: what the
//! containers need together, and the defaults of the server for the pod.
//!
//! Easy to break: limits of huge pages come before requests, which are filled in from limits.
//
// component-helpers: resource/helpers.go AggregateContainerRequests; kubernetes:
// pkg/apis/core/v1/defaults.go defaultHugePagePodLimits, defaultPodRequests

use std::collections::BTreeMap;

use crate::quantity::Quantity;

/// Amounts by the names of resources.
pub type Amounts<'n> = BTreeMap<&'n str, Quantity>;

/// The requests and limits of a container of a pod.
#[derive(Clone, Debug, Default)]
pub struct ContainerAmounts<'n> {
    /// The requests. Those of a pod's containers are limits by default.
    pub requests: Amounts<'n>,
    /// The limits.
    pub limits: Amounts<'n>,
    /// Whether it is an init container.
    pub is_init: bool,
    /// Whether an init container runs as long as the pod.
    pub stays: bool,
}

/// What the containers of a pod need together. Init containers come after the others, in their order. A
/// resource that an init container does not name cannot raise the maximum, so only its own are compared.
#[must_use]
pub fn needed<'n>(
    containers: &[ContainerAmounts<'n>],
    of: impl for<'c> Fn(&'c ContainerAmounts<'n>) -> &'c Amounts<'n>,
) -> Amounts<'n> {
    let (mut sum, mut sidecars, mut most) = (Amounts::new(), Amounts::new(), Amounts::new());
    for container in containers {
        let own = of(container);
        if !container.is_init || container.stays {
            add(&mut sum, own);
        }
        if !container.is_init {
            continue;
        }
        if container.stays {
            add(&mut sidecars, own);
        }
        for (name, amount) in own {
            let together = match (sidecars.get(name), container.stays) {
                (Some(beside), true) => *beside,
                (Some(beside), false) => amount.plus(*beside),
                (None, _) => *amount,
            };
            raise(&mut most, name, together);
        }
    }
    most.into_iter().for_each(|(name, amount)| raise(&mut sum, name, amount));
    sum
}

fn add<'n>(to: &mut Amounts<'n>, more: &Amounts<'n>) {
    for (name, amount) in more {
        to.entry(name).and_modify(|sum| *sum = sum.plus(*amount)).or_insert(*amount);
    }
}

/// Makes an amount the larger one of two.
fn raise<'n>(of: &mut Amounts<'n>, name: &'n str, amount: Quantity) {
    of.entry(name)
        .and_modify(|known| {
            if amount.nanos > known.nanos {
                *known = amount;
            }
        })
        .or_insert(amount);
}

/// Whether the name is one of huge pages.
pub(crate) fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
}

/// The defaults of the server for a pod with these limits and requests of its own: the limits and the
/// requests that are missing. The containers are in the order of the pod, init containers last.
#[must_use]
pub fn pod_level_defaults<'n>(
    limits: &Amounts<'n>,
    requests: &Amounts<'n>,
    containers: &[ContainerAmounts<'n>],
) -> [Amounts<'n>; 2] {
    let (mut more_limits, mut more_requests) = (Amounts::new(), Amounts::new());
    if !limits.is_empty() || !requests.is_empty() {
        more_limits = needed(containers, |container| &container.limits);
        more_limits.retain(|name, _| {
            is_huge_page(name) && !limits.contains_key(name) && !requests.contains_key(name)
        });
    }
    if !limits.is_empty() || !more_limits.is_empty() {
        let is_shared = |name: &str| matches!(name, "cpu" | "memory");
        more_requests = needed(containers, |container| &container.requests);
        more_requests.retain(|name, _| is_shared(name));
        for (name, limit) in limits.iter().chain(&more_limits) {
            if is_shared(name) || is_huge_page(name) {
                more_requests.entry(name).or_insert(*limit);
            }
        }
        more_requests.retain(|name, _| !requests.contains_key(name));
    }
    [more_limits, more_requests]
}
