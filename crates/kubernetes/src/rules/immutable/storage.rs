//! What cannot change in claims and volumes.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate,
// ValidatePersistentVolumeUpdate, validatePvNodeAffinity

use crdc_source::Node;

use super::{Change, text};
use crate::quantity::Quantity;
use crate::rules::at::At;
use crate::rules::changes::both_differ_besides;
use crate::rules::claims::is_claim_or_snapshot;
use crate::rules::persistent_volumes::SOURCES;
use crate::rules::report::Report;

/// The annotation for the class before the field existed.
const OLD_CLASS: &str = "volume.beta.kubernetes.io/storage-class";

const CLASS_OF_ATTRIBUTES: &str = "volumeAttributesClassName";

/// A claim.
pub(in crate::rules) fn claim(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, comparison } = update;
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let part = Change { now: &spec, before: &old, comparison };
    let is_upgraded = is_class_from_annotation(update);
    // A manifest does not name what was added in the cluster.
    let is_written = update.is_complete() || annotation(now).is_some();
    if !is_upgraded && is_written {
        old_class(now, before, report);
    }
    let changed = match update.is_complete() {
        true => claim_differs(part, before, is_upgraded, report.version()),
        false => [
            "accessModes",
            "selector",
            "storageClassName",
            "volumeMode",
            "volumeName",
            "dataSource",
            "dataSourceRef",
        ]
        .iter()
        .any(|field| part.differs(field)),
    };
    if changed {
        let detail = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
        report.forbidden_change(&spec.at_key(), detail);
    }
    size(update, report);
    let mode = spec.child("volumeMode");
    volume_mode(update, &mode.named(now, "volumeMode"), &old.child("volumeMode"), report);
    if update.is_complete() && report.version() >= 34 {
        claim_attributes(part, before, report);
    }
}

fn annotation<'n>(object: &At<'_, 'n>) -> Option<&'n str> {
    let metadata = object.child("metadata");
    let annotations = metadata.child("annotations");
    let class = annotations.key(OLD_CLASS);
    class.is_set().then(|| class.text())
}

/// The mode, which a file may lack. Errors do not name the spec.
fn volume_mode(update: Change<'_, '_, '_>, mode: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    if update.is_complete() || (mode.is_set() && old.is_set()) {
        text(mode, old, "Filesystem", report);
    }
}

/// Whether a claim gets the class in the field that it had in the annotation.
// validateStorageClassUpgradeFromAnnotation
fn is_class_from_annotation(update: Change<'_, '_, '_>) -> bool {
    let [spec, old] = [update.now, update.before].map(|at| at.child("spec"));
    let (class, old_class) = (spec.child("storageClassName"), old.child("storageClassName"));
    let Some(stored) = annotation(update.before) else { return false };
    let is_kept = annotation(update.now).is_none_or(|class| class == stored);
    !old_class.is_set() && class.is_set() && class.text() == stored && is_kept
}

fn old_class(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (class, old) = (annotation(now).unwrap_or_default(), annotation(before).unwrap_or_default());
    if class != old {
        let metadata = now.child("metadata");
        let annotations = metadata.child("annotations");
        report.immutable(&annotations.child(OLD_CLASS), crdc_vocabulary::go::quote(class));
    }
}

/// Whether the spec of a stored claim differs in more than what may change.
fn claim_differs(update: Change<'_, '_, '_>, stored: &At<'_, '_>, is_upgraded: bool, version: u8) -> bool {
    let Change { now: spec, before: old, comparison } = update;
    let status = stored.child("status");
    let is_bound = status.child("phase").text() == "Bound";
    let class = spec.child("storageClassName");
    // A claim without a class can get one, which its annotation does not contradict.
    let annotated = annotation(stored);
    let is_new_class = class.is_set()
        && !old.child("storageClassName").is_set()
        && annotated.is_none_or(|annotated| annotated == class.text());
    // Since 1.34 a bound claim may also lose its class.
    let may_have_attributes = is_bound && (version >= 34 || spec.child(CLASS_OF_ATTRIBUTES).is_set());
    let is_free = |field: &str| match field {
        "dataSource" | "dataSourceRef" | "resources" => true,
        "volumeName" => old.child("volumeName").text().is_empty(),
        "storageClassName" => is_upgraded || is_new_class,
        CLASS_OF_ATTRIBUTES => may_have_attributes,
        _ => false,
    };
    comparison.field(spec, old, is_free).is_some()
        || resources_differ(update, is_bound)
        || source_differs(spec, old)
}

fn resources_differ(update: Change<'_, '_, '_>, is_bound: bool) -> bool {
    let [now, before] = [update.now, update.before].map(|spec| spec.child("resources"));
    if update.comparison.field(&now, &before, |field| field == "requests").is_some() {
        return true;
    }
    let [now, before] = [&now, &before].map(|resources| resources.child("requests"));
    match is_bound && now.is_set() {
        false => update.comparison.differ(&now, &before),
        // Only the size can change.
        true => {
            let (index, old_index) = (now.index(), before.index());
            let amount =
                |node: Option<&&Node>| node.and_then(|node| Quantity::of_node(node)).map(|found| found.nanos);
            let keys = now.entries().chain(before.entries()).map(|(key, _)| key);
            keys.filter(|key| *key != "storage").any(|key| {
                let (now, before) = (index.get(key), old_index.get(key));
                now.is_some() != before.is_some() || amount(now) != amount(before)
            })
        }
    }
}

/// Whether the source of the data differs. Each of both fields is the default of the other, and a server
/// drops other sources than claims and snapshots.
fn source_differs(spec: &At<'_, '_>, old: &At<'_, '_>) -> bool {
    let of = |place: &At<'_, '_>| -> Vec<String> {
        ["apiGroup", "kind", "name", "namespace"]
            .iter()
            .map(|field| place.child(field).text().to_owned())
            .collect()
    };
    let read = |spec: &At<'_, '_>, had_source: bool| -> Option<Vec<String>> {
        let (source, reference) = (spec.child("dataSource"), spec.child("dataSourceRef"));
        // kube_features.go CrossNamespaceVolumeDataSource: off
        let is_elsewhere = !reference.child("namespace").text().is_empty();
        if reference.is_set() && (had_source || !is_elsewhere) {
            return Some(of(&reference));
        }
        let is_kept = source.is_set() && (had_source || is_claim_or_snapshot(&source));
        is_kept.then(|| of(&source))
    };
    let had_source = old.child("dataSource").is_set() || old.child("dataSourceRef").is_set();
    read(spec, had_source) != read(old, had_source)
}

/// The size of a claim does not shrink below what it has.
fn size(update: Change<'_, '_, '_>, report: &mut Report) {
    let [spec, old] = [update.now, update.before].map(|at| at.child("spec"));
    let [resources, old_resources] = [&spec, &old].map(|spec| spec.child("resources"));
    let [requests, old_requests] = [&resources, &old_resources].map(|resources| resources.child("requests"));
    let (at, asked) = (requests.child("storage"), Quantity::at(&old_requests.child("storage")));
    let status = update.before.child("status");
    let capacity = status.child("capacity");
    let stored = Quantity::at(&capacity.child("storage")).map(|quantity| quantity.nanos);
    let Some((now, asked)) = Quantity::at(&at).zip(asked) else { return };
    // A stored object from a file has no status. Then the stored request is used as the capacity.
    let stored = stored.unwrap_or(if update.is_complete() { 0 } else { asked.nanos });
    if now.nanos >= asked.nanos {
        return;
    }
    // kube_features.go RecoverVolumeExpansionFailure: on since 1.32.
    match report.version() {
        ..32 => report.forbidden_change(&at, "field can not be less than previous value"),
        _ if now.nanos <= stored => {
            report.forbidden_change(&at, "field can not be less than status.capacity");
        }
        _ => {}
    }
}

/// The class of the attributes of a claim cannot be taken back once its volume has one.
// kube_features.go VolumeAttributesClass: on since 1.34
fn claim_attributes(update: Change<'_, '_, '_>, stored: &At<'_, '_>, report: &mut Report) {
    let (class, before) = (update.now.child(CLASS_OF_ATTRIBUTES), update.before.child(CLASS_OF_ATTRIBUTES));
    let status = stored.child("status");
    if !status.child("currentVolumeAttributesClassName").is_set() {
        return;
    }
    let given = match (class.is_set(), before.is_set()) {
        (false, true) => "nil",
        (true, false) if class.text().is_empty() => "empty string",
        (true, true) if class.text().is_empty() && !before.text().is_empty() => "empty string",
        _ => return,
    };
    let why = "is forbidden when status.currentVolumeAttributesClassName is not nil";
    report.forbidden_change(&class, &format!("update to {given} {why}"));
}

/// The class of the attributes of a volume cannot be taken back.
fn attributes(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let class = spec.child(CLASS_OF_ATTRIBUTES);
    if old.child(CLASS_OF_ATTRIBUTES).is_set() && !class.is_set() {
        report.forbidden_change(&class, "update from non-nil value to nil is forbidden");
    }
}

/// A volume.
pub(in crate::rules) fn volume(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, comparison } = update;
    let (spec, old) = (now.child("spec"), before.child("spec"));
    let part = Change { now: &spec, before: &old, comparison };
    // No server fills in a source, so another one is a change in files too.
    let has_other = |field: &str| {
        let has = |spec: &At<'_, '_>, field: &str| spec.child(field).is_set();
        has(&old, field) && !has(&spec, field) && SOURCES.iter().any(|source| has(&spec, source))
    };
    for field in SOURCES {
        if source_of_volume_differs(part, field) || has_other(field) {
            let detail = "spec.persistentvolumesource is immutable after creation";
            let at = spec.child(field);
            report.forbidden_change(&at.at_key().named(&spec, "persistentvolumesource"), detail);
        }
    }
    let mode = spec.child("volumeMode");
    volume_mode(update, &mode.named(now, "volumeMode"), &old.child("volumeMode"), report);
    if old.child("nodeAffinity").is_set() && affinity_differs(part) {
        let at = spec.child("nodeAffinity");
        let detail = "field is immutable, except for updating from beta label to GA";
        let at = at.at_key();
        report.immutable_because(&at.named(now, "nodeAffinity"), None, detail);
    }
    if update.is_complete() && report.version() >= 34 {
        attributes(&spec, &old, report);
    }
}

/// Whether a source of a volume differs. The secret for larger volumes can be added.
fn source_of_volume_differs(update: Change<'_, '_, '_>, field: &str) -> bool {
    const ADDED: &str = "controllerExpandSecretRef";
    let (at, old) = (update.now.child(field), update.before.child(field));
    match (field, update.is_complete()) {
        ("csi", true) if at.is_set() && old.is_set() => {
            let is_added = !old.child(ADDED).is_set();
            update.comparison.field(&at, &old, |field| is_added && field == ADDED).is_some()
        }
        ("csi", false) => both_differ_besides(ADDED, at.node(), old.node()),
        (_, true) => at.is_set() != old.is_set() || update.differs(field),
        (_, false) => update.differs(field),
    }
}

/// Labels of nodes that had names of their own before they were stable.
const STABLE: [(&str, &str); 5] = [
    ("failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"),
    ("failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"),
    ("beta.kubernetes.io/os", "kubernetes.io/os"),
    ("beta.kubernetes.io/arch", "kubernetes.io/arch"),
    ("beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"),
];

/// Whether the nodes of a volume differ in more than the names of stable labels.
// kube_features.go MutablePVNodeAffinity: off
fn affinity_differs(update: Change<'_, '_, '_>) -> bool {
    if !update.differs("nodeAffinity") {
        return false;
    }
    let [affinity, old] = [update.now, update.before].map(|spec| spec.child("nodeAffinity"));
    let [required, old] = [&affinity, &old].map(|affinity| affinity.child("required"));
    let [terms, old] = [&required, &old].map(|required| required.child("nodeSelectorTerms"));
    let is_renamed = |now: &At<'_, '_>, before: &At<'_, '_>| {
        let [key, old_key] = [now, before].map(|requirement| requirement.child("key").text());
        (key == old_key || STABLE.contains(&(old_key, key)))
            && now.child("operator").text() == before.child("operator").text()
            && !update.comparison.differ(&now.child("values"), &before.child("values"))
    };
    let is_kept = |now: &At<'_, '_>, before: &At<'_, '_>| {
        ["matchExpressions", "matchFields"].iter().all(|list| {
            let (now, before) = (now.child(list), before.child(list));
            now.len() == before.len()
                && now.items().zip(before.items()).all(|(now, before)| is_renamed(&now, &before))
        })
    };
    !affinity.is_set()
        || terms.len() != old.len()
        || !terms.items().zip(old.items()).all(|(now, before)| is_kept(&now, &before))
}
