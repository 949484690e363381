//! The status of kinds that have one or two rules.
//
// kubernetes: pkg/apis/{core,networking}/validation/validation.go; kube-aggregator:
// pkg/apis/apiregistration/validation/validation.go ValidateAPIServiceStatus

use std::collections::HashSet;

use crdc_vocabulary::names;

use crate::rules::addresses::{self, Stored};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::{quotas, resources, shown};

/// A Service: where clients reach it.
// ValidateLoadBalancerStatus
pub(in crate::rules) fn service(now: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let (spec, status) = (now.child("spec"), now.child("status"));
    let balancer = status.child("loadBalancer");
    let list = balancer.child("ingress");
    // kube_features.go AllowServiceLBStatusOnNonLB: off
    if !list.is_empty() && spec.child("type").text() != "LoadBalancer" {
        report.forbidden(&list.at_key(), "may only be used when `spec.type` is 'LoadBalancer'");
        return;
    }
    let known = stored(old);
    for point in list.items() {
        let (ip, mode) = (point.child("ip"), point.child("ipMode"));
        if !ip.text().is_empty() {
            addresses::ip(&ip, &known, report);
        }
        if mode.is_set() && ip.text().is_empty() {
            report.forbidden(&mode, "may not be specified when `ip` is not set");
        } else {
            report.one_of_if_set(&mode, &["Proxy", "VIP"]);
        }
        host(&point.child("hostname"), report);
    }
}

/// An Ingress: where clients reach it.
// ValidateIngressLoadBalancerStatus
pub(in crate::rules) fn ingress(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let known = stored(old);
    let balancer = status.child("loadBalancer");
    for point in balancer.child("ingress").items() {
        let ip = point.child("ip");
        if !ip.text().is_empty() {
            addresses::ip(&ip, &known, report);
        }
        host(&point.child("hostname"), report);
    }
}

/// The addresses in a stored status.
fn stored<'n>(status: &At<'_, 'n>) -> Stored<'n> {
    let mut known = Stored::default();
    let balancer = status.child("loadBalancer");
    balancer.child("ingress").items().for_each(|point| known.add(point.child("ip").text()));
    known
}

fn host(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    if text.is_empty() {
        return;
    }
    report.against(at, text, names::against_name(text.as_bytes()));
    if addresses::read(text).is_some() {
        report.bad_text(at, text, "must be a DNS name, not an IP address");
    }
}

/// A Namespace: its phase says whether it is deleted. Errors call the field otherwise.
// ValidateNamespaceStatusUpdate
pub(in crate::rules) fn namespace(now: &At<'_, '_>, report: &mut Report) {
    let (metadata, status) = (now.child("metadata"), now.child("status"));
    let phase = status.child("phase");
    let (wanted, detail) = match metadata.child("deletionTimestamp").is_set() {
        false => ("Active", "may only be 'Active' if `deletionTimestamp` is empty"),
        true => ("Terminating", "may only be 'Terminating' if `deletionTimestamp` is not empty"),
    };
    if phase.text() != wanted {
        report.bad_text(&phase.named(&status, "Phase"), phase.text(), detail);
    }
}

/// A Node: its resources and addresses.
// ValidateNodeUpdate
pub(in crate::rules) fn node(status: &At<'_, '_>, report: &mut Report) {
    for field in ["capacity", "allocatable"] {
        let amounts = status.child(field);
        for (name, amount) in amounts.entries() {
            resources::amount(&amount.named(&amounts, name), name, report);
        }
    }
    let mut seen = HashSet::new();
    for address in status.child("addresses").items() {
        let [kind, text] = ["type", "address"].map(|field| address.child(field).text());
        if !seen.insert((kind, text)) {
            let shown = shown::object(&[("Type", shown::text(kind)), ("Address", shown::text(text))]);
            report.duplicate_whole(&address, &shown, "");
        }
    }
}

/// A ResourceQuota.
// ValidateResourceQuotaStatusUpdate
pub(in crate::rules) fn quota(status: &At<'_, '_>, report: &mut Report) {
    for field in ["hard", "used"] {
        for (name, value) in status.child(field).entries() {
            resources::name(&value, name, report);
            if !name.contains('/') && !quotas::is_standard(name) {
                report.bad_text(&value.at_key(), name, "must be a standard resource for quota");
            }
            resources::amount(&value, name, report);
        }
    }
}

/// An APIService.
pub(in crate::rules) fn api_service(status: &At<'_, '_>, report: &mut Report) {
    let supported = ["True", "False", "Unknown"];
    for condition in status.child("conditions").items() {
        let status = condition.child("status");
        if !supported.contains(&status.text()) {
            report.unsupported(&status, status.text(), &supported);
        }
    }
}
