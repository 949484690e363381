//! The bounds of a limit. In: a limit of a LimitRange, and the resources of containers, of a Pod or of a
//! claim. Out: what is outside of the bounds, in the server's words.
//!
//! Easy to break: the work grows with the size of the limit and of the Pod, and not with their product. So
//! only the first container that lacks a resource is looked up; the others give the same words.

use std::collections::{BTreeMap, BTreeSet};

use crdc_kubernetes::{Amounts, ContainerAmounts, Quantity};
use serde_json::Value;

use crate::apimachinery::pod_resources::amounts;
use crate::apimachinery::quantities::comparable;

/// One limit of a LimitRange.
pub(super) struct Limit<'l> {
    of: &'l str,
    min: Amounts<'l>,
    max: Amounts<'l>,
    ratio: Amounts<'l>,
}

impl<'l> Limit<'l> {
    pub(super) fn read(limit: &'l Value) -> Limit<'l> {
        Limit {
            of: limit["type"].as_str().unwrap_or_default(),
            min: amounts(&limit["min"]),
            max: amounts(&limit["max"]),
            ratio: amounts(&limit["maxLimitRequestRatio"]),
        }
    }

    /// Checks one resource: the request and the limit of a container. Each error has the number of its bound.
    /// Claims have requests alone, and no ratio.
    // limitranger/admission.go PodValidateLimitFunc, PersistentVolumeClaimValidateLimitFunc
    fn errors(&self, name: &str, request: Option<Quantity>, limit: Option<Quantity>) -> Vec<(usize, String)> {
        let of = self.of;
        let is_claim = of == "PersistentVolumeClaim";
        let limit = limit.filter(|_| !is_claim);
        let zero = Quantity::decimal(0);
        let values = |bound: Quantity| comparable([request.unwrap_or(zero), limit.unwrap_or(zero), bound]);
        let mut errors = Vec::new();
        if let Some(min) = self.min.get(name) {
            let [requested, limited, least] = values(*min);
            let about = format!("minimum {name} usage per {of} is {}", min.text());
            errors.extend(match (request, limit) {
                (None, _) => Some((0, format!("{about}.  No request is specified"))),
                (Some(request), _) if requested < least => {
                    Some((0, format!("{about}, but request is {}", request.text())))
                }
                (_, Some(limit)) if limited < least => {
                    Some((0, format!("{about}, but limit is {}", limit.text())))
                }
                _ => None,
            });
        }
        if let Some(max) = self.max.get(name) {
            let [requested, limited, most] = values(*max);
            let about = format!("maximum {name} usage per {of} is {}", max.text());
            errors.extend(match (request, limit) {
                (None, _) if is_claim => Some((1, format!("{about}.  No request is specified"))),
                (_, None) if !is_claim => Some((1, format!("{about}.  No limit is specified"))),
                (_, Some(limit)) if limited > most => {
                    Some((1, format!("{about}, but limit is {}", limit.text())))
                }
                (Some(request), _) if requested > most => {
                    Some((1, format!("{about}, but request is {}", request.text())))
                }
                _ => None,
            });
        }
        if let Some(ratio) = self.ratio.get(name).filter(|_| !is_claim) {
            let [requested, limited, _] = values(*ratio);
            let about = format!("{name} max limit to request ratio per {of} is {}", ratio.text());
            errors.extend(match (requested, limited) {
                (0, _) => Some((2, format!("{about}, but no request is specified or request is 0"))),
                (_, 0) => Some((2, format!("{about}, but no limit is specified or limit is 0"))),
                _ => too_wide(requested, limited, *ratio)
                    .map(|found| (2, format!("{about}, but provided ratio is {found:.6}"))),
            });
        }
        errors
    }

    /// The names of the resources that have a bound.
    fn names(&self) -> BTreeSet<&'l str> {
        [&self.min, &self.max, &self.ratio].into_iter().flat_map(|all| all.keys().copied()).collect()
    }
}

/// The ratio of a limit to a request if it is above the largest ratio.
// limitranger/admission.go limitRequestRatioConstraint
#[allow(clippy::cast_precision_loss)]
fn too_wide(request: i128, limit: i128, most: Quantity) -> Option<f64> {
    let ratio = limit as f64 / request as f64;
    let [most, one] = comparable([most, Quantity::decimal(1_000_000_000)]);
    (ratio * one as f64 > most as f64).then_some(ratio)
}

/// Checks the resources of containers, or of one Pod or claim. The errors are in the order of the containers.
pub(super) fn check(limit: &Limit<'_>, parts: &[ContainerAmounts<'_>]) -> Vec<String> {
    let names = limit.names();
    let mut errors = Vec::new();
    let mut add = |at: usize, name, request, limited| {
        let found = limit.errors(name, request, limited).into_iter();
        errors.extend(found.map(|(bound, text)| ((at, bound, name), text)));
    };
    // How many containers name a resource before the first one that does not.
    let mut before: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        let own: BTreeSet<&str> = part.requests.keys().chain(part.limits.keys()).copied().collect();
        for name in own.into_iter().filter_map(|name| names.get(name).copied()) {
            let before = before.entry(name).or_default();
            if *before == at {
                *before += 1;
            }
            add(at, name, part.requests.get(name).copied(), part.limits.get(name).copied());
        }
    }
    for name in names {
        let first = before.get(name).copied().unwrap_or_default();
        if first < parts.len() {
            add(first, name, None, None);
        }
    }
    errors.sort();
    errors.into_iter().map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::{Limit, check};
    use crate::apimachinery::pod_resources::resources;
    use serde_json::{Value, json};

    const COUNT: usize = 100;

    /// The errors of containers with these requests, for a limit of many resources.
    fn found(bound: &str, amount: &str, requests: impl Fn(usize) -> Value) -> Vec<String> {
        let bounds: Value = (0..COUNT).map(|n| (format!("example.com/r{n}"), json!(amount))).collect();
        let limit = json!({"type": "Container", bound: bounds});
        let given: Vec<Value> =
            (0..COUNT).map(|n| json!({"requests": requests(n), "limits": requests(n)})).collect();
        check(&Limit::read(&limit), &given.iter().map(resources).collect::<Vec<_>>())
    }

    #[test]
    fn errors_do_not_grow_with_containers_times_resources() {
        for bound in ["min", "max", "maxLimitRequestRatio"] {
            assert_eq!(found(bound, "1", |_| json!({})).len(), COUNT, "{bound}");
            assert_eq!(
                found(bound, "1", |n| json!({format!("example.com/r{n}"): "1"})).len(),
                COUNT,
                "{bound}"
            );
        }
    }

    #[test]
    fn errors_are_in_the_order_of_the_containers() {
        let limit = json!({"type": "Container", "min": {"a": "1", "b": "1"}, "max": {"a": "4"}});
        let of = |requests: Value| json!({"requests": requests, "limits": requests});
        let given = [of(json!({"a": "5"})), of(json!({"b": "0"})), of(json!({"a": "0", "b": "2"}))];
        let expected = [
            "minimum b usage per Container is 1.  No request is specified",
            "maximum a usage per Container is 4, but limit is 5",
            "minimum a usage per Container is 1.  No request is specified",
            "minimum b usage per Container is 1, but request is 0",
            "maximum a usage per Container is 4.  No limit is specified",
            "minimum a usage per Container is 1, but request is 0",
        ];
        assert_eq!(check(&Limit::read(&limit), &given.each_ref().map(resources)), expected);
    }
}
