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
use crate::quantity::Quantity;

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

fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
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

/// `resources` of a container.
pub(super) fn requirements(at: &At<'_, '_>, claims: &ClaimNames<'_>, report: &mut Report) {
    let (limits, requests) = (at.child("limits"), at.child("requests"));
    let (mut compute, mut huge) = (false, false);
    for list in [&limits, &requests] {
        for (name, value) in list.entries() {
            container_name(&value, name, report);
            amount(&value, name, report);
            compute |= ["cpu", "memory"].contains(&name);
            huge |= is_huge_page(name);
        }
    }
    let bounds: HashMap<&str, At<'_, '_>> = limits.entries().collect();
    for (name, value) in requests.entries() {
        let limit = bounds.get(name);
        let is_shared = is_native(name) && !is_huge_page(name);
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
    let mut used = HashSet::new();
    for claim in at.child("claims").items() {
        let name = claim.child("name").text();
        if name.is_empty() {
            report.required(&claim, "");
            continue;
        }
        let request = claim.child("request").text();
        if !used.insert((name, request)) {
            let slash = if request.is_empty() { "" } else { "/" };
            report.duplicate(&claim, quote(&format!("{name}{slash}{request}")));
        }
        if !claims.known.contains(name) {
            report.not_found_among(&claim, name, claims.listed());
        }
    }
}
