//! Rules of the requests and limits of containers.
//
// kubernetes: pkg/apis/core/validation/validation.go validateResourceRequirements,
// pkg/apis/core/helper/helpers.go

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use crate::pod_level::is_huge_page;
use crate::quantity::Quantity;

/// A quantity that is not negative.
// kubernetes: pkg/apis/core/validation/validation.go validateBasicResource
pub(in crate::rules) fn basic(at: &At<'_, '_>, report: &mut Report) {
    if let Some(units) = Quantity::at(at).map(Quantity::units).filter(|units| *units < 0) {
        report.invalid(at, units, "must be a valid resource quantity");
    }
}

/// Resource names without a domain that are defined somewhere.
pub(super) const STANDARD: [&str; 20] = [
    "cpu",
    "memory",
    "ephemeral-storage",
    "requests.cpu",
    "requests.memory",
    "requests.ephemeral-storage",
    "limits.cpu",
    "limits.memory",
    "limits.ephemeral-storage",
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "storage",
    "requests.storage",
    "services.nodeports",
    "services.loadbalancers",
];
/// Resources whose amounts must be whole numbers.
const WHOLE: [&str; 9] = [
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "services.nodeports",
    "services.loadbalancers",
];

/// The names of a pod's claims of resources.
#[derive(Debug, Default)]
pub(super) struct ClaimNames<'n> {
    known: HashSet<&'n str>,
    listed: OnceCell<String>,
}

impl<'n> ClaimNames<'n> {
    /// Adds a name. Returns `false` if the name exists.
    pub(super) fn insert(&mut self, name: &'n str) -> bool {
        self.known.insert(name)
    }

    /// The end of the sentence that lists them. It is made once, as each container may claim much that is not
    /// there.
    fn listed(&self) -> &str {
        self.listed.get_or_init(|| {
            let mut all: Vec<&str> = self.known.iter().copied().collect();
            all.sort_unstable();
            all.truncate(64);
            match all.is_empty() {
                true => " which is empty".to_owned(),
                false => format!(": {}", all.join(", ")),
            }
        })
    }
}

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

/// Whether more of a resource can be limited than requested.
// IsOvercommitAllowed
pub(super) fn is_shared(name: &str) -> bool {
    is_native(name) && !is_huge_page(name)
}

/// Whether a quota can name these pages.
pub(super) fn is_huge_in_quota(name: &str) -> bool {
    is_huge_page(name) || name.starts_with("requests.hugepages-")
}

/// Whether a name is one of an extended resource.
// IsExtendedResourceName
pub(super) fn is_extended(name: &str) -> bool {
    !is_native(name)
        && !name.starts_with("requests.")
        && names::against_qualified(format!("requests.{name}").as_bytes()).is_empty()
}

/// A resource's name.
pub(super) fn name(at: &At<'_, '_>, name: &str, report: &mut Report) -> bool {
    let reasons = names::against_qualified_of(report.minor(), name.as_bytes());
    let is_good = reasons.is_empty();
    report.against(&at.at_key(), name, reasons);
    if is_good && !name.contains('/') && !STANDARD.contains(&name) && !is_huge_in_quota(name) {
        report.bad_text(&at.at_key(), name, "must be a standard resource type or fully qualified");
        return false;
    }
    is_good
}

/// The name of a resource of containers.
// ValidateContainerResourceName
pub(super) fn container_name(at: &At<'_, '_>, text: &str, report: &mut Report) {
    name(at, text, report);
    if !text.contains('/') {
        if !["cpu", "memory", "ephemeral-storage"].contains(&text) && !is_huge_page(text) {
            report.bad_text(&at.at_key(), text, "must be a standard resource for containers");
            report.help("write `cpu`, `memory`, `ephemeral-storage`, or a resource with a domain");
        }
    } else if !is_native(text) && !is_extended(text) {
        report.bad_text(&at.at_key(), text, "doesn't follow extended resource name standard");
    }
}

/// The name of a resource of a pod as a whole.
// validatePodResourceName
pub(super) fn pod_name(at: &At<'_, '_>, text: &str, report: &mut Report) {
    if name(at, text, report) && !["cpu", "memory"].contains(&text) && !is_huge_page(text) {
        report.unsupported(&at.at_key(), text, &["cpu", "hugepages-", "memory"]);
    }
}

/// The size of a page in the name of a resource, if it is positive and whole.
// HugePageSizeFromResourceName
fn page_size(name: &str) -> Option<i128> {
    let size = Quantity::read(name.strip_prefix("hugepages-")?)?;
    (size.nanos > 0 && size.is_whole()).then(|| size.units()).filter(|size| *size > 0)
}

/// Whether an amount of memory has only whole pages. A stored object may have others.
// validateResourceQuantityHugePageValue
fn whole_pages(at: &At<'_, '_>, name: &str, report: &mut Report) {
    let Some(amount) = Quantity::at(at).filter(|_| !report.is_update()) else { return };
    if page_size(name).is_none_or(|size| amount.units() % size != 0) {
        let detail = format!("{} is not positive integer multiple of {name}", amount.text());
        report.bad_text(at, &amount.text(), &detail);
    }
}

/// Limits without requests, such as the overhead of a pod.
pub(super) fn limits(at: &At<'_, '_>, report: &mut Report) {
    let (mut compute, mut huge) = (false, false);
    for (name, value) in at.entries() {
        container_name(&value, name, report);
        amount(&value, name, report);
        compute |= ["cpu", "memory"].contains(&name);
        if is_huge_page(name) {
            huge = true;
            whole_pages(&value, name, report);
        }
    }
    if huge && !compute {
        report.forbidden(&at.parent_or_self(), "HugePages require cpu or memory");
    }
}

/// The amount of a resource.
pub(super) fn amount(at: &At<'_, '_>, name: &str, report: &mut Report) {
    let Some(quantity) = Quantity::at(at) else { return };
    if quantity.nanos < 0 {
        report.bad_text(at, &quantity.text(), "must be greater than or equal to 0");
    }
    if (is_extended(name) || WHOLE.contains(&name)) && !quantity.is_whole() {
        report.bad_text(at, &quantity.text(), "must be an integer");
    }
}

/// `resources` of a container or a pod. `named` checks the name of a resource.
pub(super) fn requirements(
    at: &At<'_, '_>,
    named: fn(&At<'_, '_>, &str, &mut Report),
    claims: &ClaimNames<'_>,
    report: &mut Report,
) {
    let (limits, requests) = (at.child("limits"), at.child("requests"));
    let (mut compute, mut huge) = (false, false);
    for list in [&limits, &requests] {
        for (name, value) in list.entries() {
            named(&value, name, report);
            amount(&value, name, report);
            compute |= ["cpu", "memory"].contains(&name);
            if is_huge_page(name) {
                huge = true;
                whole_pages(&value, name, report);
            }
        }
    }
    let bounds: HashMap<&str, At<'_, '_>> = limits.entries().collect();
    for (name, value) in requests.entries() {
        let limit = bounds.get(name);
        let is_shared = is_shared(name);
        match (Quantity::at(&value), limit.and_then(Quantity::at)) {
            (Some(asked), Some(most)) => {
                let detail = match (is_shared, asked.nanos.cmp(&most.nanos)) {
                    (false, order) if order.is_ne() => "equal to",
                    (_, order) if order.is_gt() => "less than or equal to",
                    _ => continue,
                };
                let detail = format!("must be {detail} {name} limit of {}", most.text());
                report.invalid(&value.as_map(&requests), quote(&asked.text()), &detail);
            }
            _ if limit.is_none() && !is_shared => {
                report.required(&limits, "Limit must be set for non overcommitable resources");
            }
            _ => {}
        }
    }
    if huge && !compute {
        report.forbidden(at, "HugePages require cpu or memory");
    }
    // Claims without a request, those with one, and the names of the latter.
    let (mut whole, mut parts, mut partial) = (HashSet::new(), HashSet::new(), HashSet::new());
    for claim in at.child("claims").items() {
        let name = claim.child("name").text();
        if name.is_empty() {
            report.required(&claim, "");
            continue;
        }
        let request = claim.child("request");
        let text = request.text();
        if whole.contains(name) {
            report.duplicate(&claim, quote(name));
        } else if text.is_empty() {
            if partial.contains(name) {
                report.duplicate(&claim, quote(name));
            }
            whole.insert(name);
        } else {
            report.against(&request, text, names::against_namespace(text.as_bytes()));
            if !parts.insert((name, text)) {
                report.duplicate(&claim, quote(&format!("{name}/{text}")));
            }
            partial.insert(name);
        }
        if !claims.known.contains(name) {
            report.not_found_among(&claim, name, claims.listed());
        }
    }
}
