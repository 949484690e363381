//! The status of kinds that create pods from a template.
//
// kubernetes: pkg/apis/apps/validation/validation.go Validate*Status, Validate*StatusUpdate;
// pkg/apis/core/validation/validation.go ValidateReplicationControllerStatus

use crate::rules::at::At;
use crate::rules::report::Report;

/// A Deployment.
pub(in crate::rules) fn deployment(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let fields = [
        "observedGeneration",
        "replicas",
        "updatedReplicas",
        "readyReplicas",
        "availableReplicas",
        "unavailableReplicas",
        "terminatingReplicas",
        "collisionCount",
    ];
    not_negative(status, &fields, report);
    at_most(status, &["updatedReplicas", "readyReplicas", "availableReplicas"], report);
    available(status, "cannot be greater than readyReplicas", report);
    collisions(status, old, report);
}

/// A ReplicaSet or a ReplicationController.
pub(in crate::rules) fn replicas(status: &At<'_, '_>, report: &mut Report) {
    let fields = [
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "observedGeneration",
        "terminatingReplicas",
    ];
    not_negative(status, &fields, report);
    at_most(status, &["fullyLabeledReplicas", "readyReplicas", "availableReplicas"], report);
    available(status, "cannot be greater than readyReplicas", report);
}

/// A StatefulSet.
pub(in crate::rules) fn stateful(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let fields = [
        "replicas",
        "readyReplicas",
        "currentReplicas",
        "updatedReplicas",
        "availableReplicas",
        "observedGeneration",
        "collisionCount",
    ];
    not_negative(status, &fields, report);
    let parts = ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"];
    at_most(status, &parts, report);
    available(status, "cannot be greater than status.readyReplicas", report);
    collisions(status, old, report);
}

/// A DaemonSet.
pub(in crate::rules) fn daemons(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let fields = [
        "currentNumberScheduled",
        "numberMisscheduled",
        "desiredNumberScheduled",
        "numberReady",
        "observedGeneration",
        "updatedNumberScheduled",
        "numberAvailable",
        "numberUnavailable",
        "collisionCount",
    ];
    not_negative(status, &fields, report);
    collisions(status, old, report);
}

fn not_negative(status: &At<'_, '_>, fields: &[&str], report: &mut Report) {
    fields.iter().for_each(|field| report.not_negative(&status.child(field)));
}

/// Parts of the replicas.
fn at_most(status: &At<'_, '_>, fields: &[&str], report: &mut Report) {
    let all = status.child("replicas").int_or_zero();
    for field in fields {
        let part = status.child(field);
        if part.int_or_zero() > all {
            report.invalid(&part, part.int_or_zero(), "cannot be greater than status.replicas");
        }
    }
}

/// Pods are available after they are ready.
fn available(status: &At<'_, '_>, detail: &str, report: &mut Report) {
    let available = status.child("availableReplicas");
    if available.int_or_zero() > status.child("readyReplicas").int_or_zero() {
        report.invalid(&available, available.int_or_zero(), detail);
    }
}

// IsDecremented
fn collisions(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let (count, before) = (status.child("collisionCount"), old.child("collisionCount").int());
    if before.is_some_and(|before| count.int().is_none_or(|count| count < before)) {
        report.invalid(&count, count.int_or_zero(), "cannot be decremented");
    }
}
