//! What containers ask for and are limited to.
//
// kubernetes: pkg/apis/core/validation/validation.go validateResourceRequirements, pkg/apis/core/helper/helpers.go

use std::collections::{BTreeSet, HashMap};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::quantity::Quantity;
use super::report::Report;

/// Names without a domain that mean something somewhere.
const STANDARD: [&str; 20] = [
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
/// Names that are counted, not measured.
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

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

fn is_huge_page(name: &str) -> bool {
    name.starts_with("hugepages-")
}

fn is_extended(name: &str) -> bool {
    !is_native(name)
        && !name.starts_with("requests.")
        && names::against_qualified(format!("requests.{name}").as_bytes()).is_empty()
}

/// A resource's name.
pub(super) fn name(at: &At<'_, '_>, name: &str, report: &mut Report) -> bool {
    let reasons = names::against_qualified(name.as_bytes());
    let is_good = reasons.is_empty();
    report.against(&at.at_key(), name, reasons);
    let is_huge = is_huge_page(name) || name.starts_with("requests.hugepages-");
    if is_good && !name.contains('/') && !STANDARD.contains(&name) && !is_huge {
        report.bad_text(&at.at_key(), name, "must be a standard resource type or fully qualified");
        return false;
    }
    is_good
}

fn container_name(at: &At<'_, '_>, text: &str, report: &mut Report) {
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
pub(super) fn requirements(at: &At<'_, '_>, claims: &BTreeSet<&str>, report: &mut Report) {
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
    for claim in at.child("claims").items() {
        let name = claim.child("name").text();
        if name.is_empty() {
            report.required(&claim, "");
        } else if !claims.contains(name) {
            report.not_found_among(&claim, name, claims);
        }
    }
}
