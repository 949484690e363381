//! Rules of the status of a ResourceClaim: who has it, and which devices it got. In: an update of the status.
//! Out: errors.
//!
//! The list `devices` of the status is not checked: neither its names nor its conditions, data and addresses.
//! Of results, shares, capacities and conditions of binding are not checked either.
//
// kubernetes: pkg/apis/resource/validation/validation.go validateResourceClaimStatusUpdate

use std::collections::HashSet;

use crdc_vocabulary::go::quote;

use super::at::At;
use super::comparison::Comparison;
use super::device_claims::{Names, configuration, names_of, reference, references};
use super::device_names as check;
use super::report::Report;
use super::scheduling::node_selector;
use super::volumes;

/// The most consumers of a claim.
const CONSUMERS: usize = 256;
/// The most devices of a claim.
const RESULTS: usize = 32;
/// The most configurations of an allocation: those of the class and of the claim.
const CONFIGURATIONS: usize = 64;
/// The fields of a reference to a consumer.
const REFERENCE: [&str; 4] = ["apiGroup", "resource", "name", "uid"];

/// The status of a ResourceClaim.
pub(super) fn claim(now: &At<'_, '_>, before: &At<'_, '_>, comparison: &Comparison<'_>, report: &mut Report) {
    let (spec, status, old) = (now.child("spec"), now.child("status"), before.child("status"));
    let (reserved, given) = (status.child("reservedFor"), status.child("allocation"));
    consumers(&reserved, report);
    if !reserved.is_empty() && !given.is_set() {
        report.forbidden(&reserved, "may not be specified when `allocated` is not set");
    }
    let metadata = now.child("metadata");
    if !reserved.is_empty() && given.is_set() && metadata.child("deletionTimestamp").is_set() {
        let list = old.child("reservedFor");
        let known: HashSet<[&str; 4]> = list.items().map(|one| consumer(&one)).collect();
        if reserved.items().any(|one| !known.contains(&consumer(&one))) {
            let detail =
                "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
            report.forbidden(&reserved, detail);
        }
    }
    let stored = old.child("allocation");
    if stored.is_set() && given.is_set() {
        if comparison.differ(&given, &stored) {
            report.immutable_because(&given.at_key(), None, "field is immutable");
        }
    } else if given.is_set() {
        let devices = spec.child("devices");
        allocation(&given, &names_of(&devices.child("requests")), report);
    }
}

/// A reference to a consumer, to compare it.
fn consumer<'n>(at: &At<'_, 'n>) -> [&'n str; 4] {
    REFERENCE.map(|field| at.child(field).text())
}

// validateResourceClaimUserReference
fn consumers(list: &At<'_, '_>, report: &mut Report) {
    if list.len() > CONSUMERS {
        return report.too_many(list, CONSUMERS);
    }
    for one in list.items() {
        for field in ["resource", "name", "uid"] {
            report.required_text(&one.child(field));
        }
    }
    let mut seen = HashSet::new();
    for one in list.items() {
        let id = one.child("uid");
        if !seen.insert(id.text()) {
            let place = if report.version() < 35 { id } else { one };
            report.duplicate(&place, quote(id.text()));
        }
    }
}

// validateAllocationResult
fn allocation(at: &At<'_, '_>, names: &Names<'_>, report: &mut Report) {
    let devices = at.child("devices");
    let (results, config) = (devices.child("results"), devices.child("config"));
    if results.len() > RESULTS {
        report.too_many(&results, RESULTS);
    } else {
        for one in results.items() {
            reference(&one.child("request"), names, report);
            volumes::driver(&one.child("driver"), report);
            check::pool(&one.child("pool"), report);
            check::label(&one.child("device"), report);
        }
    }
    if config.len() > CONFIGURATIONS {
        report.too_many(&config, CONFIGURATIONS);
    } else {
        for one in config.items() {
            let source = one.child("source");
            report.required_text(&source);
            report.one_of(&source, &["FromClaim", "FromClass"]);
            references(&one.child("requests"), names, report);
            configuration(&one, false, report);
        }
    }
    let nodes = at.child("nodeSelector");
    if nodes.is_set() {
        node_selector(&nodes, report);
    }
}
