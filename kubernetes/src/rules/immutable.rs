//! Fields that updates cannot change. In: the object and the stored one. Out: errors.
//
// kubernetes: pkg/registry/*/strategy.go ValidateUpdate and the Validate*Update functions of pkg/apis/*/validation/validation.go

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::changes::{both_differ, both_differ_besides, differ};
use super::quantity::Quantity;
use super::report::Report;
use super::{rbac, shown};

/// What an update of a kind changes that cannot be changed.
pub(super) fn changes(now: &At<'_, '_>, before: &At<'_, '_>, group: &str, kind: &str, report: &mut Report) {
    let (spec, old_spec) = (now.child("spec"), before.child("spec"));
    match (group, kind) {
        ("apps", "Deployment" | "ReplicaSet" | "DaemonSet") => selector(&spec, &old_spec, report),
        ("apps", "StatefulSet") => stateful(&spec, &old_spec, report),
        ("batch", "Job") => job(&spec, &old_spec, report),
        ("", "Pod") => super::pod_changes::changes(&spec, &old_spec, report),
        ("", "Service") => service(&spec, &old_spec, report),
        ("", "PersistentVolumeClaim") => claim(&spec, before, report),
        ("", "PersistentVolume") => volume(&spec, &old_spec, report),
        ("", "Secret") => {
            text(&now.child("type"), &before.child("type"), "Opaque", report);
            frozen(now, before, &["data"], report);
        }
        ("", "ConfigMap") => frozen(now, before, &["data", "binaryData"], report),
        (rbac::GROUP, "RoleBinding" | "ClusterRoleBinding") => role_reference(now, before, report),
        ("storage.k8s.io", "StorageClass") => class(now, before, report),
        ("networking.k8s.io", "IngressClass") => {
            text(&spec.child("controller"), &old_spec.child("controller"), "", report);
        }
        ("node.k8s.io", "RuntimeClass") => text(&now.child("handler"), &before.child("handler"), "", report),
        ("discovery.k8s.io", "EndpointSlice") => {
            text(&now.child("addressType"), &before.child("addressType"), "", report);
        }
        ("scheduling.k8s.io", "PriorityClass") => {
            let (value, old) = (now.child("value"), before.child("value"));
            if value.int_or_zero() != old.int_or_zero() {
                report.changed(&value, "Forbidden", "may not be changed in an update.");
            }
            let field = "preemptionPolicy";
            text(&now.child(field), &before.child(field), "PreemptLowerPriority", report);
        }
        _ => {}
    }
}

/// A text with its default.
fn text(now: &At<'_, '_>, before: &At<'_, '_>, default: &str, report: &mut Report) {
    let given =
        |at: &At<'_, '_>| if at.text().is_empty() { default.to_owned() } else { at.text().to_owned() };
    let (now_text, before) = (given(now), given(before));
    if now_text != before {
        report.immutable(now, quote(&now_text));
    }
}

fn selector(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("selector");
    if both_differ(at.node(), old.child("selector").node()) {
        report.immutable(&at, shown::selector(&at, report.version()));
        report.help("delete it and create it again, or keep the selector");
    }
}

fn stateful(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
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
        report.changed(&spec.at_key(), "Forbidden", detail);
    }
}

// ValidateJobSpecUpdate
fn job(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("selector");
    if both_differ(at.node(), old.child("selector").node()) {
        report.immutable(&at, shown::selector(&at, report.version()));
    }
    // The template of a suspended Job can be changed in parts.
    let (template, old_template) = (spec.child("template"), old.child("template"));
    if !old.child("suspend").flag() && differ(template.node(), old_template.node()) {
        report.changed(&template.at_key(), "Invalid value", "field is immutable");
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
fn service(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let is_external = |at: &At<'_, '_>| at.child("type").text() == "ExternalName";
    let (address, before) = (spec.child("clusterIP"), old.child("clusterIP"));
    let both = !address.text().is_empty() && !before.text().is_empty();
    if both && address.text() != before.text() && !is_external(spec) && !is_external(old) {
        let list = spec.child("clusterIPs");
        let shown = match report.version() {
            ..34 => format!("[]string{{{}}}", quote(address.text())),
            _ => format!("[{}]", quote(address.text())),
        };
        let place = address.as_map(&list.item(0));
        report.changed(&place, &format!("Invalid value: {shown}"), "may not change once set");
    }
}

// ValidatePersistentVolumeClaimUpdate
fn claim(spec: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
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
        report.changed(&spec.at_key(), "Forbidden", detail);
    }
    let size = |spec: &At<'_, '_>| {
        let resources = spec.child("resources");
        let requests = resources.child("requests");
        Quantity::at(&requests.child("storage"))
    };
    // Files have no status: what was asked for is what a claim has, unless it grows just now.
    let status = before.child("status");
    let capacity = status.child("capacity");
    let stored = Quantity::at(&capacity.child("storage")).or_else(|| size(&old));
    if let (Some(now), Some(asked), Some(stored)) = (size(spec), size(&old), stored)
        && now.nanos < asked.nanos
    {
        let resources = spec.child("resources");
        let requests = resources.child("requests");
        let at = requests.child("storage");
        // kube_features.go RecoverVolumeExpansionFailure: on since 1.32.
        match report.version() {
            ..32 => report.changed(&at, "Forbidden", "field can not be less than previous value"),
            _ if now.nanos <= stored.nanos => {
                report.changed(&at, "Forbidden", "field can not be less than status.capacity");
            }
            _ => {}
        }
    }
}

// ValidatePersistentVolumeUpdate
fn volume(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    for field in ["hostPath", "nfs", "csi", "local", "iscsi"] {
        let at = spec.child(field);
        // The server lets this be added.
        let added = if field == "csi" { "controllerExpandSecretRef" } else { "" };
        if both_differ_besides(added, at.node(), old.child(field).node()) {
            let detail = "spec.persistentvolumesource is immutable after creation";
            report.changed(&at.at_key().named(spec, "persistentvolumesource"), "Forbidden", detail);
        }
    }
}

/// Data of an object that is marked as immutable.
fn frozen(now: &At<'_, '_>, before: &At<'_, '_>, fields: &[&str], report: &mut Report) {
    if !before.child("immutable").flag() {
        return;
    }
    let detail = "field is immutable when `immutable` is set";
    let mark = now.child("immutable");
    if !mark.flag() {
        report.changed(&mark, "Forbidden", detail);
    }
    for field in fields {
        let (data, old) = (now.child(field), before.child(field));
        let differ = match (*field, now.child("stringData").is_set() || before.child("stringData").is_set()) {
            ("data", true) => bytes(now) != bytes(before),
            _ => data_differ(&data, &old),
        };
        if differ {
            report.changed(&data.at_key(), "Forbidden", detail);
        }
    }
}

/// The data of a secret, as it is stored: texts of `stringData` are put into `data` before anything is compared.
//
// kubernetes: pkg/apis/core/v1/conversion.go (Convert_v1_Secret_To_core_Secret)
fn bytes(secret: &At<'_, '_>) -> BTreeMap<String, Vec<u8>> {
    let decode = |text: &str| {
        let plain = text.replace(['\n', '\r'], "");
        // What cannot be read was reported, and is like nothing else.
        STANDARD.decode(&plain).unwrap_or_else(|_| plain.into_bytes())
    };
    let (data, texts) = (secret.child("data"), secret.child("stringData"));
    let data = data.entries().map(|(key, value)| (key.to_owned(), decode(value.text())));
    data.chain(texts.entries().map(|(key, value)| (key.to_owned(), value.text().as_bytes().to_vec())))
        .collect()
}

fn data_differ(now: &At<'_, '_>, before: &At<'_, '_>) -> bool {
    let old = before.index();
    now.len() != before.len()
        || now.entries().any(|(key, value)| {
            let old = old.get(key).and_then(|old| old.as_str()).unwrap_or_default();
            // Line breaks in base64 do not count.
            let plain = |text: &str| text.replace(['\n', '\r'], "");
            value.text() != old && plain(value.text()) != plain(old)
        })
}

fn role_reference(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let fields = |at: &At<'_, '_>| {
        let role = at.child("roleRef");
        let group = role.child("apiGroup").text();
        let group = if group.is_empty() { rbac::GROUP } else { group };
        [group.to_owned(), role.child("kind").text().to_owned(), role.child("name").text().to_owned()]
    };
    let [group, kind, name] = fields(now);
    if [&group, &kind, &name] != fields(before).each_ref() {
        let shown = shown::structure(
            "rbac.RoleRef",
            &[("APIGroup", &quote(&group)), ("Kind", &quote(&kind)), ("Name", &quote(&name))],
            report.version(),
        );
        let role = now.child("roleRef");
        report.changed(&role.at_key(), &format!("Invalid value: {shown}"), "cannot change roleRef");
        report.help("delete the binding and create it again");
    }
}

// ValidateStorageClassUpdate
fn class(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let given = |at: &At<'_, '_>, default: &'static str| match at.text() {
        "" => default.to_owned(),
        text => text.to_owned(),
    };
    let mut forbidden = |field: &'static str, shown: String| {
        let at = now.child(field);
        match report.version() {
            // The immutable fields of a class have the common text since 1.36.
            36.. => report.immutable(&at, shown),
            _ => report.changed(&at, "Forbidden", &format!("updates to {field} are forbidden.")),
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
