//! Rules of persistent volume claims, and of the fields that they share with volumes.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimSpec;
// pkg/api/persistentvolumeclaim/util.go

use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::selector::selector;
use crate::quantity::Quantity;

const MODES: [&str; 4] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/// What the server shows of the path of a field, which has no JSON.
const PATH: &str = "{}";

/// Checks the access modes of a volume. `detail` is the detail of the error that there are none.
pub(super) fn access_modes(at: &At<'_, '_>, detail: &str, report: &mut Report) {
    if at.is_empty() {
        report.required(at, detail);
    }
    for mode in at.items() {
        if !MODES.contains(&mode.text()) {
            report.unsupported(&mode.as_map(at), mode.text(), &MODES);
        }
    }
    let is_single = |text: &str| text == "ReadWriteOncePod";
    let has = |single: bool| {
        at.items().any(|mode| MODES.contains(&mode.text()) && is_single(mode.text()) == single)
    };
    if has(true) && has(false) {
        report.forbidden(at, "may not use ReadWriteOncePod with other access modes");
    }
}

/// The name of a class of storage, which may be empty.
pub(super) fn class_name(at: &At<'_, '_>, report: &mut Report) {
    if !at.text().is_empty() {
        report.against(at, at.text(), names::against_name(at.text().as_bytes()));
    }
}

/// A positive amount.
// ValidatePositiveQuantityValue
pub(super) fn positive(at: &At<'_, '_>, report: &mut Report) {
    if let Some(quantity) = Quantity::at(at).filter(|quantity| quantity.nanos <= 0) {
        report.bad_text(at, &quantity.text(), "must be greater than zero");
    }
}

/// The spec of a claim, without where its data is from.
pub(super) fn spec(at: &At<'_, '_>, report: &mut Report) {
    access_modes(&at.child("accessModes"), "at least 1 access mode is required", report);
    selector(&at.child("selector"), report);
    let resources = at.child("resources");
    let requests = resources.child("requests");
    let storage = requests.child("storage");
    // Errors do not name `requests`.
    let shown = storage.as_map(&resources.key("storage"));
    match storage.is_set() {
        true => positive(&shown, report),
        false => report.required(&shown, ""),
    }
    class_name(&at.child("storageClassName"), report);
    report.one_of_if_set(&at.child("volumeMode"), &["Block", "Filesystem"]);
    // kube_features.go VolumeAttributesClass: on since 1.34. Before, the field is dropped.
    if report.version() >= 34 {
        class_name(&at.child("volumeAttributesClassName"), report);
    }
}

/// A claim itself.
pub(super) fn claim(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let at = root.child("spec");
    spec(&at, report);
    let is_stored = |field| old.is_some_and(|old| old.child("spec").child(field).is_set());
    let had_reference = is_stored("dataSourceRef");
    let had_source = had_reference || is_stored("dataSource");
    let (source, reference) = (at.child("dataSource"), at.child("dataSourceRef"));
    let source = Some(source).filter(At::is_set);
    let reference = Some(reference).filter(|at| at.is_set() && (had_reference || !is_elsewhere(at)));
    // EnforceDataSourceBackwardsCompatibility: other sources are dropped.
    let source = source.filter(|at| had_source || reference.is_some() || is_claim_or_snapshot(at));
    // NormalizeDataSources: each is the default of the other.
    let names = ["dataSource", "dataSourceRef"];
    let is_both = source.is_some() && reference.as_ref().is_some_and(|reference| !is_elsewhere(reference));
    let [first, second] = match (&source, &reference) {
        (Some(source), None) => names.map(|name| Some(source.named(&at, name))),
        (None, Some(reference)) if !is_elsewhere(reference) => {
            names.map(|name| Some(reference.named(&at, name)))
        }
        _ => [source, reference],
    };
    // A stored claim may have another group.
    let is_stored = report.is_update();
    first.iter().chain(&second).for_each(|source| data_source(source, is_stored, report));
    // The spec of a stored claim does not change.
    if is_both && !report.is_update() {
        same(&at, report);
    }
}

/// Compares the two fields of one source.
// isDataSourceEqualDataSourceRef
fn same(at: &At<'_, '_>, report: &mut Report) {
    let (source, reference) = (at.child("dataSource"), at.child("dataSourceRef"));
    let is_same = ["apiGroup", "kind", "name"].iter().all(|field| {
        let (one, other) = (source.child(field), reference.child(field));
        one.text() == other.text() && (*field != "apiGroup" || one.is_set() == other.is_set())
    });
    if !is_same {
        report.invalid_whole(at, PATH, "must match dataSourceRef");
    }
}

/// The template of a claim. Easy to break: unlike those of a claim, its sources of data stay as they are
/// written.
pub(super) fn template(at: &At<'_, '_>, report: &mut Report) {
    spec(at, report);
    let (source, reference) = (at.child("dataSource"), at.child("dataSourceRef"));
    for at in [&source, &reference].into_iter().filter(|at| at.is_set()) {
        data_source(at, false, report);
    }
    if is_elsewhere(&reference) {
        let namespace = reference.child("namespace");
        report.against(&namespace, namespace.text(), names::against_namespace(namespace.text().as_bytes()));
        if source.is_set() {
            let detail = "may not be specified when dataSourceRef.namespace is specified";
            report.invalid_whole(at, PATH, detail);
        }
    } else if source.is_set() && reference.is_set() {
        same(at, report);
    }
}

/// Whether the object is in another namespace: then the server drops the reference of a claim.
// kube_features.go CrossNamespaceVolumeDataSource: off
fn is_elsewhere(reference: &At<'_, '_>) -> bool {
    !reference.child("namespace").text().is_empty()
}

pub(super) fn is_claim_or_snapshot(source: &At<'_, '_>) -> bool {
    let of = (source.child("apiGroup").text(), source.child("kind").text());
    of == ("", "PersistentVolumeClaim") || of == ("snapshot.storage.k8s.io", "VolumeSnapshot")
}

// validateDataSource
fn data_source(source: &At<'_, '_>, allows_any_group: bool, report: &mut Report) {
    for name in ["name", "kind"] {
        report.required_text(&source.child(name));
    }
    let (group, kind) = (source.child("apiGroup").text(), source.child("kind").text());
    if group.is_empty() && kind != "PersistentVolumeClaim" {
        let detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
        report.bad_text(source, kind, detail);
    }
    if !group.is_empty() && !allows_any_group {
        report.against(&source.child("apiGroup"), group, names::against_name(group.as_bytes()));
    }
}
