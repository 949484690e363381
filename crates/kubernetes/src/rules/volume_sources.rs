//! Rules of volumes of storage systems: most are fields that must not be empty.
//!
//! Easy to break: persistent volumes have some sources with other fields, and other sentences.
//
// kubernetes: pkg/apis/core/validation/validation.go validateISCSIVolumeSource and those around it

use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::shown;
use super::texts::against_backsteps;

const BYTE: &str = "must be between 0 and 255, inclusive";
const PARTITION: &str = "must be between 1 and 255, inclusive";
const PAIRS: &str = "must be a host:port pair or multiple pairs separated by commas";

/// The source `name` of a volume of a pod, or of the spec of a persistent volume.
pub(super) fn source(volume: &At<'_, '_>, name: &str, is_persistent: bool, report: &mut Report) {
    let place = volume.child(name);
    // The path of the error differs from that of the field.
    let at = &if name == "gcePersistentDisk" { place.named(volume, "persistentDisk") } else { place };
    let required = |fields: &[&str], report: &mut Report| {
        fields.iter().for_each(|field| report.required_text(&at.child(field)));
    };
    match name {
        "gcePersistentDisk" => {
            required(&["pdName"], report);
            byte(&at.child("partition"), PARTITION, report);
        }
        "awsElasticBlockStore" => {
            required(&["volumeID"], report);
            byte(&at.child("partition"), PARTITION, report);
        }
        "iscsi" => iscsi(at, is_persistent, report),
        "glusterfs" => {
            required(&["endpoints", "path"], report);
            let space = at.child("endpointsNamespace");
            match space.text() {
                _ if !is_persistent || !space.is_set() => {}
                "" => {
                    let detail = "if the endpointnamespace is set, it must be a valid namespace name";
                    report.bad_text(&space, "", detail);
                }
                text => report.against(&space, text, names::against_namespace(text.as_bytes())),
            }
        }
        "flocker" => flocker(at, report),
        "rbd" => {
            some(&at.child("monitors"), report);
            required(&["image"], report);
        }
        "cephfs" => some(&at.child("monitors"), report),
        "cinder" => {
            required(&["volumeID"], report);
            secret(&at.child("secretRef"), is_persistent, report);
        }
        "quobyte" => quobyte(at, report),
        "fc" => fibre(at, report),
        "flexVolume" => {
            required(&["driver"], report);
            for (key, value) in at.child("options").entries() {
                let space = format!(".{}", key.split('/').next().unwrap_or_default().to_lowercase());
                if space.ends_with(".kubernetes.io") || space.ends_with(".k8s.io") {
                    let detail = "kubernetes.io and k8s.io namespaces are reserved";
                    report.bad_text(&value.at_key(), key, detail);
                }
            }
        }
        "azureFile" => {
            required(&["secretName", "shareName"], report);
            let space = at.child("secretNamespace");
            if is_persistent && space.is_set() {
                report.required_text(&space);
            }
        }
        "azureDisk" => azure_disk(at, report),
        "vsphereVolume" => required(&["volumePath"], report),
        "photonPersistentDisk" => required(&["pdID"], report),
        "portworxVolume" => required(&["volumeID"], report),
        "scaleIO" => required(&["gateway", "system", "volumeName"], report),
        "local" => {
            let path = at.child("path");
            report.required_text(&path);
            if let Some(reason) = against_backsteps(path.text()) {
                report.bad_text(&path, path.text(), reason);
            }
        }
        "storageos" => {
            for (field, is_needed) in [("volumeName", true), ("volumeNamespace", false)] {
                let name = at.child(field);
                match name.text() {
                    "" if is_needed => report.required(&name, ""),
                    "" => {}
                    text => report.against(&name, text, names::against_namespace(text.as_bytes())),
                }
            }
            secret(&at.child("secretRef"), is_persistent, report);
        }
        _ => {}
    }
}

fn some(at: &At<'_, '_>, report: &mut Report) {
    if at.is_empty() {
        report.required(at, "");
    }
}

fn byte(at: &At<'_, '_>, detail: &str, report: &mut Report) {
    if let Some(number) = at.int().filter(|number| !(0..=255).contains(number)) {
        report.invalid(at, number, detail);
    }
}

/// A secret, whose namespace only persistent volumes name.
fn secret(at: &At<'_, '_>, is_persistent: bool, report: &mut Report) {
    if at.is_set() {
        report.required_text(&at.child("name"));
        if is_persistent {
            report.required_text(&at.child("namespace"));
        }
    }
}

fn iscsi(at: &At<'_, '_>, is_persistent: bool, report: &mut Report) {
    let (name, initiator, secret) = (at.child("iqn"), at.child("initiatorName"), at.child("secretRef"));
    let start = match is_persistent {
        true => "must be valid format",
        false => "must be valid format starting with iqn, eui, or naa",
    };
    let detail = |text: &str| match is_initiator(text) {
        None => Some(start),
        Some(false) => Some("must be valid format"),
        Some(true) => None,
    };
    report.required_text(&at.child("targetPortal"));
    match name.text() {
        "" => report.required(&name, ""),
        text => detail(text).into_iter().for_each(|why| report.bad_text(&name, text, why)),
    }
    byte(&at.child("lun"), BYTE, report);
    let has_login = ["chapAuthDiscovery", "chapAuthSession"].iter().any(|field| at.child(field).flag());
    if has_login && !secret.is_set() {
        report.required(&secret, "");
    }
    if is_persistent && secret.is_set() {
        report.required_text(&secret.child("name"));
    }
    if initiator.is_set() {
        // The path of the error differs from that of the field.
        let place = initiator.named(at, "initiatorname");
        let text = initiator.text();
        detail(text).into_iter().for_each(|why| report.bad_text(&place, text, why));
    }
}

/// The length of a volume's name with its portal.
pub(super) fn initiator_length(volume: &At<'_, '_>, report: &mut Report) {
    let (name, iscsi) = (volume.child("name"), volume.child("iscsi"));
    let length = name.text().len() + 1 + iscsi.child("targetPortal").text().len();
    if iscsi.child("initiatorName").is_set() && length > 64 {
        report.bad_text(&name, name.text(), TOO_LONG);
    }
}

pub(super) const TOO_LONG: &str = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/// Whether a text is the name of an initiator. `None` if it does not begin like one.
fn is_initiator(text: &str) -> Option<bool> {
    let of_letters = |count: usize| {
        let mut rest = text.chars().skip(3);
        rest.next().is_some_and(|c| c != '\n')
            && rest.clone().count() == count
            && rest.all(|c| c.is_ascii_alphanumeric())
    };
    match text.get(..3)? {
        "iqn" => Some(
            text.match_indices("iqn.")
                .any(|(at, start)| text.get(at + start.len()..).is_some_and(is_qualified)),
        ),
        "eui" => Some(of_letters(16)),
        "naa" => Some(of_letters(32)),
        _ => None,
    }
}

/// Whether a text is `2001-04.com.example:name`.
fn is_qualified(text: &str) -> bool {
    let is_form = |(byte, form): (u8, u8)| match form {
        b'0' => byte.is_ascii_digit(),
        _ => byte == form,
    };
    let (date, rest) = (text.get(..8).unwrap_or_default(), text.get(8..).unwrap_or_default());
    let is_date = date.len() == 8 && date.bytes().zip(*b"0000-00.").all(is_form);
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let is_end = |c: char| !",;*&$|".contains(c) && !matches!(c, '\t' | '\n' | '\x0c' | '\r' | ' ');
    is_date
        && rest.split_once(':').is_some_and(|(host, name)| {
            !host.is_empty() && host.bytes().all(is_host) && !name.is_empty() && name.chars().all(is_end)
        })
}

fn flocker(at: &At<'_, '_>, report: &mut Report) {
    let (name, id) = (at.child("datasetName"), at.child("datasetUUID"));
    match (name.text().is_empty(), id.text().is_empty()) {
        (true, true) => report.required(at, "one of datasetName and datasetUUID is required"),
        (false, false) => {
            let detail = "datasetName and datasetUUID can not be specified simultaneously";
            report.bad_text(at, "resource", detail);
        }
        _ => {}
    }
    if name.text().contains('/') {
        report.bad_text(&name, name.text(), "must not contain '/'");
    }
}

fn quobyte(at: &At<'_, '_>, report: &mut Report) {
    let (registry, tenant) = (at.child("registry"), at.child("tenant"));
    if registry.text().is_empty() {
        report.required(&registry, PAIRS);
    } else if tenant.text().len() >= 65 {
        report.required(&tenant, "must be a UUID and may not exceed a length of 64 characters");
    } else if !registry.text().split(',').all(is_host_and_port) {
        report.bad_text(&registry, registry.text(), PAIRS);
    }
    report.required_text(&at.child("volume"));
}

// Go: net/ipsock.go SplitHostPort
fn is_host_and_port(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let is_plain = |text: &str| !text.contains(['[', ']']);
    match host.strip_prefix('[') {
        Some(host) => host.strip_suffix(']').is_some_and(is_plain) && is_plain(port),
        None => !host.contains(':') && is_plain(host) && is_plain(port),
    }
}

fn fibre(at: &At<'_, '_>, report: &mut Report) {
    let (targets, ids, lun) = (at.child("targetWWNs"), at.child("wwids"), at.child("lun"));
    if targets.is_empty() && ids.is_empty() {
        report.required(&targets, "must specify either targetWWNs or wwids, but not both");
    }
    if targets.is_empty() {
        return;
    }
    if !ids.is_empty() {
        let shown = shown::list(&targets, report.version());
        report.invalid(&targets, shown, "targetWWNs and wwids can not be specified simultaneously");
    }
    match lun.is_set() {
        true => byte(&lun, BYTE, report),
        false => report.required(&lun, "lun is required if targetWWNs is specified"),
    }
}

fn azure_disk(at: &At<'_, '_>, report: &mut Report) {
    let (uri, kind) = (at.child("diskURI"), at.child("kind"));
    report.required_text(&at.child("diskName"));
    report.required_text(&uri);
    report.one_of_if_set(&at.child("cachingMode"), &["None", "ReadOnly", "ReadWrite"]);
    report.one_of_if_set(&kind, &["Dedicated", "Managed", "Shared"]);
    // SetDefaults_AzureDiskVolumeSource: the kind is `Shared`.
    let (start, form) = match kind.text() {
        "Managed" => (
            "/subscriptions/",
            "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}",
        ),
        _ => ("https://", "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"),
    };
    if !uri.text().starts_with(start) {
        report.unsupported_shown(&uri, &crdc_vocabulary::go::quote(uri.text()), &[form]);
    }
}
