//! Rules of ControllerRevisions and StorageVersionMigrations.
//
// kubernetes: pkg/apis/apps/validation/validation.go; pkg/apis/storagemigration/validation/validation.go

use crdc_source::Value;
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::immutable::{Change, whole};
use super::report::Report;

/// A ControllerRevision.
// ValidateControllerRevisionCreate
pub(super) fn revision(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    report.not_negative(&root.child("revision"));
    if is_update {
        return;
    }
    let data = root.child("data");
    match data.node().map(|node| &node.value) {
        None => report.required(&data, "data is mandatory"),
        Some(Value::Object(_)) => {}
        Some(_) => report.required(&data, "data must be a valid JSON object"),
    }
}

/// A StorageVersionMigration.
// ValidateStorageVersionMigration
pub(super) fn migration(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let of = spec.child("resource");
    let (resource, group) = (of.child("resource"), of.child("group"));
    if report.version() < 35 {
        for (field, detail) in [("resource", "resource is required"), ("version", "version is required")] {
            let at = of.child(field);
            if at.text().is_empty() {
                report.required(&at, detail);
            }
        }
        return;
    }
    match resource.text() {
        "" => report.required(&resource, "resource is required to be set"),
        text => report.against_at_once(&resource, text, names::against_kind(text.as_bytes()), ","),
    }
    if !group.text().is_empty() {
        report.against_at_once(&group, group.text(), names::against_name(group.text().as_bytes()), ",");
    }
}

/// An update of a StorageVersionMigration. Easy to break: the paths before 1.35 begin at the field.
// ValidateStorageVersionMigrationUpdate
pub(super) fn migration_update(update: Change<'_, '_, '_>, report: &mut Report) {
    if report.version() >= 35 {
        return whole(update, "spec", report);
    }
    let Change { now, before, .. } = update;
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let (of, stored) = (spec.child("resource"), old.child("resource"));
    for field in ["group", "version", "resource"] {
        let at = of.child(field);
        if at.text() != stored.child(field).text() {
            report.immutable(&at.named(now, field), quote(at.text()));
        }
    }
}
