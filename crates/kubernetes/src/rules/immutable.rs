//! Checks fields that updates cannot change. In: the object and the stored object. Out: errors.
//
// kubernetes: pkg/registry/*/strategy.go ValidateUpdate and the Validate*Update functions of
// pkg/apis/*/validation/validation.go

use std::borrow::Cow;
use std::collections::HashMap;

use crdc_vocabulary::go::{decode_base64, quote};

use super::at::At;
use super::changes::{both_differ, both_differ_besides, differ};
use super::report::Report;
use super::{rbac, shown};
use crate::quantity::Quantity;

/// A Secret.
pub(super) fn secret(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    text(&now.child("type"), &before.child("type"), "Opaque", report);
    frozen(now, before, &[("data", secret_bytes)], report);
}

/// A ConfigMap.
pub(super) fn config_map(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    frozen(now, before, &[("data", texts), ("binaryData", binary_bytes)], report);
}

/// A PriorityClass.
pub(super) fn priority_class(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (value, old) = (now.child("value"), before.child("value"));
    if value.int_or_zero() != old.int_or_zero() {
        report.forbidden_change(&value, "may not be changed in an update.");
    }
    let field = "preemptionPolicy";
    text(&now.child(field), &before.child(field), "PreemptLowerPriority", report);
}

/// A text with its default.
pub(super) fn text(now: &At<'_, '_>, before: &At<'_, '_>, default: &str, report: &mut Report) {
    let given =
        |at: &At<'_, '_>| if at.text().is_empty() { default.to_owned() } else { at.text().to_owned() };
    let (now_text, before) = (given(now), given(before));
    if now_text != before {
        report.immutable(now, quote(&now_text));
    }
}

pub(super) fn selector(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("selector");
    if both_differ(at.node(), old.child("selector").node()) {
        report.immutable(&at, shown::selector(&at, report.version()));
        report.help("delete it and create it again, or keep the selector");
    }
}

pub(super) fn stateful(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let changed = ["selector", "volumeClaimTemplates"]
        .iter()
        .any(|field| both_differ(spec.child(field).node(), old.child(field).node()))
        || spec.child("serviceName").text() != old.child("serviceName").text()
        || both_differ(spec.child("podManagementPolicy").node(), old.child("podManagementPolicy").node())
        || spec.child("volumeClaimTemplates").len() != old.child("volumeClaimTemplates").len();
    if changed {
        let detail = match report.version() {
            ..33 => {
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
                 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
            }
            _ => {
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
                 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
            }
        };
        report.forbidden_change(&spec.at_key(), detail);
    }
}

// ValidateJobSpecUpdate
pub(super) fn job(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("selector");
    if both_differ(at.node(), old.child("selector").node()) {
        report.immutable(&at, shown::selector(&at, report.version()));
    }
    // The template of a suspended Job can be changed in parts.
    let (template, old_template) = (spec.child("template"), old.child("template"));
    if !old.child("suspend").flag() && differ(template.node(), old_template.node()) {
        report.immutable_because(&template.at_key(), None, "field is immutable");
        report.help("delete the Job and create it again");
    }
    let is_indexed = spec.child("completionMode").text() == "Indexed";
    let completions = spec.child("completions");
    if let (Some(number), Some(before)) = (completions.int(), old.child("completions").int())
        && number != before
        && !is_indexed
    {
        report.immutable(&completions, number);
    }
    let mode = "completionMode";
    text(&spec.child(mode), &old.child(mode), "NonIndexed", report);
}

// validateUpgradeDowngradeClusterIPs
pub(super) fn service(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let is_external = |at: &At<'_, '_>| at.child("type").text() == "ExternalName";
    let (address, before) = (spec.child("clusterIP"), old.child("clusterIP"));
    let both = !address.text().is_empty() && !before.text().is_empty();
    if both && address.text() != before.text() && !is_external(spec) && !is_external(old) {
        let list = spec.child("clusterIPs");
        let shown = match report.version() {
            ..34 => format!("[]string{{{}}}", quote(address.text())),
            _ => format!("[{}]", shown::text(address.text())),
        };
        let place = address.as_map(&list.item(0));
        report.immutable_because(&place, Some(shown), "may not change once set");
    }
}

// ValidatePersistentVolumeClaimUpdate
pub(super) fn claim(spec: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let old = before.child("spec");
    let fields = [
        "accessModes",
        "selector",
        "storageClassName",
        "volumeMode",
        "volumeName",
        "dataSource",
        "dataSourceRef",
    ];
    if fields.iter().any(|field| both_differ(spec.child(field).node(), old.child(field).node())) {
        let detail = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
        report.forbidden_change(&spec.at_key(), detail);
    }
    let (resources, old_resources) = (spec.child("resources"), old.child("resources"));
    let (requests, old_requests) = (resources.child("requests"), old_resources.child("requests"));
    let (at, asked) = (requests.child("storage"), Quantity::at(&old_requests.child("storage")));
    // A stored object from a file has no status. Then the stored request is used as the capacity.
    let status = before.child("status");
    let capacity = status.child("capacity");
    let stored = Quantity::at(&capacity.child("storage")).or(asked);
    if let (Some(now), Some(asked), Some(stored)) = (Quantity::at(&at), asked, stored)
        && now.nanos < asked.nanos
    {
        // kube_features.go RecoverVolumeExpansionFailure: on since 1.32.
        match report.version() {
            ..32 => report.forbidden_change(&at, "field can not be less than previous value"),
            _ if now.nanos <= stored.nanos => {
                report.forbidden_change(&at, "field can not be less than status.capacity");
            }
            _ => {}
        }
    }
}

// ValidatePersistentVolumeUpdate
pub(super) fn volume(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    for field in ["hostPath", "nfs", "csi", "local", "iscsi"] {
        let at = spec.child(field);
        let (now, before) = (at.node(), old.child(field).node());
        let differ = match field {
            // The server lets this be added.
            "csi" => both_differ_besides("controllerExpandSecretRef", now, before),
            _ => both_differ(now, before),
        };
        if differ {
            let detail = "spec.persistentvolumesource is immutable after creation";
            report.forbidden_change(&at.at_key().named(spec, "persistentvolumesource"), detail);
        }
    }
}

/// The values of a map as they are stored.
type Stored<'n> = HashMap<&'n str, Cow<'n, [u8]>>;
/// The function that reads data from an object.
type Read<'n> = fn(&At<'_, 'n>) -> Stored<'n>;

/// Checks the data of an object that is marked as immutable: the fields, and the functions that read their
/// data.
fn frozen<'n>(now: &At<'_, 'n>, before: &At<'_, 'n>, fields: &[(&str, Read<'n>)], report: &mut Report) {
    if !before.child("immutable").flag() {
        return;
    }
    let detail = "field is immutable when `immutable` is set";
    let mark = now.child("immutable");
    if !mark.flag() {
        report.forbidden_change(&mark, detail);
    }
    for (field, stored) in fields {
        if stored(now) != stored(before) {
            report.forbidden_change(&now.child(field).at_key(), detail);
        }
    }
}

/// The data of a ConfigMap.
fn texts<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    let data = map.child("data");
    data.entries().map(|(key, value)| (key, value.text().as_bytes().into())).collect()
}

/// The binary data of a ConfigMap.
fn binary_bytes<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    decoded(&map.child("binaryData"))
}

/// The data of a Secret: texts of `stringData` are put into `data` before anything is compared.
//
// kubernetes: pkg/apis/core/v1/conversion.go (Convert_v1_Secret_To_core_Secret)
fn secret_bytes<'n>(secret: &At<'_, 'n>) -> Stored<'n> {
    let mut stored = decoded(&secret.child("data"));
    let texts = secret.child("stringData");
    stored.extend(texts.entries().map(|(key, value)| (key, value.text().as_bytes().into())));
    stored
}

/// The bytes of base64. Invalid base64 was reported before.
fn decoded<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    let read = |text: &'n str| decode_base64(text.as_bytes()).map_or(text.as_bytes().into(), Cow::Owned);
    map.entries().map(|(key, value)| (key, read(value.text()))).collect()
}

pub(super) fn role_reference(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let fields = |at: &At<'_, '_>| {
        let role = at.child("roleRef");
        let group = role.child("apiGroup").text();
        let group = if group.is_empty() { rbac::GROUP } else { group };
        [group.to_owned(), role.child("kind").text().to_owned(), role.child("name").text().to_owned()]
    };
    let [group, kind, name] = fields(now);
    if [&group, &kind, &name] != fields(before).each_ref() {
        let version = report.version();
        let [group, kind, name] = [group, kind, name].map(|text| shown::text_in(version, &text));
        let fields = [("APIGroup", group), ("Kind", kind), ("Name", name)];
        let shown = shown::structure("rbac.RoleRef", &fields, version);
        let role = now.child("roleRef");
        report.immutable_because(&role.at_key(), Some(shown), "cannot change roleRef");
        report.help("delete the binding and create it again");
    }
}

// ValidateStorageClassUpdate
pub(super) fn class(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let given = |at: &At<'_, '_>, default: &'static str| match at.text() {
        "" => default.to_owned(),
        text => text.to_owned(),
    };
    let mut forbidden = |field: &'static str, shown: String| {
        let at = now.child(field);
        match report.version() {
            // The immutable fields of a class have the common text since 1.36.
            36.. => report.immutable(&at, shown),
            _ => report.forbidden_change(&at, &format!("updates to {field} are forbidden.")),
        }
    };
    if differ(now.child("parameters").node(), before.child("parameters").node()) {
        forbidden("parameters", shown::texts(&now.child("parameters"), 36));
    }
    for (field, default) in [("provisioner", ""), ("reclaimPolicy", "Delete")] {
        let (new, old) = (given(&now.child(field), default), given(&before.child(field), default));
        if new != old {
            forbidden(field, quote(&new));
        }
    }
    let mode = "volumeBindingMode";
    text(&now.child(mode), &before.child(mode), "Immediate", report);
}
