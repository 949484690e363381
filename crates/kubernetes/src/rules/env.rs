//! Rules of the environment variables of containers.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateEnv, ValidateEnvFrom

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::texts::{against_backsteps, against_data_key, against_variable};
use crate::quantity::Quantity;

/// The fields of a pod that a variable can have, sorted.
const FIELDS: [&str; 9] = [
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];
/// The resources of a container that a variable can have, sorted.
const RESOURCES: [&str; 6] = [
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];
const SOURCES: [&str; 4] = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef"];

/// `env` of a container.
pub(super) fn env(at: &At<'_, '_>, report: &mut Report) {
    for variable in at.items() {
        let (name, from) = (variable.child("name"), variable.child("valueFrom"));
        match name.text() {
            "" => report.required(&name, ""),
            text => report.against(&name, text, against_variable(text, report.version())),
        }
        if from.is_set() {
            value_from(&variable, &from, report);
        }
    }
}

fn value_from(variable: &At<'_, '_>, from: &At<'_, '_>, report: &mut Report) {
    // kube_features.go EnvFiles: on since 1.35. Before, the field is dropped.
    let files: &[&str] = if report.version() < 35 { &[] } else { &["fileKeyRef"] };
    let sources = SOURCES.iter().chain(files).filter(|name| from.child(name).is_set()).count();
    let field = from.child("fieldRef");
    if field.is_set() {
        pod_field(&field, &FIELDS, report);
    }
    let resource = from.child("resourceFieldRef");
    if resource.is_set() {
        resource_field(&resource, false, report);
    }
    for source in ["configMapKeyRef", "secretKeyRef"] {
        let source = from.child(source);
        if source.is_set() {
            let (name, key) = (source.child("name"), source.child("key"));
            report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
            match key.text() {
                "" => report.required(&key, ""),
                text => report.against(&key, text, against_data_key(text)),
            }
        }
    }
    let file = from.child("fileKeyRef");
    if file.is_set() && !files.is_empty() {
        file_key(&file, report);
    }
    let has_value = !variable.child("value").text().is_empty();
    if sources == 0 {
        let detail = match report.version() {
            ..35 => {
                "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
            }
            _ => {
                "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
            }
        };
        report.invalid(from, quote(""), detail);
    } else if has_value {
        report.invalid(from, quote(""), "may not be specified when `value` is not empty");
        report.help("remove `value` or `valueFrom`");
    } else if sources > 1 {
        report.invalid(from, quote(""), "may not have more than one field specified at a time");
    }
}

// validateFileKeySelector
fn file_key(at: &At<'_, '_>, report: &mut Report) {
    let [key, volume, path] = ["key", "volumeName", "path"].map(|field| at.child(field));
    match key.text() {
        "" => report.required(&key, ""),
        text => report.against(&key, text, against_variable(text, report.version())),
    }
    match volume.text() {
        "" => report.required(&volume, ""),
        text => report.against(&volume, text, names::against_namespace(text.as_bytes())),
    }
    match path.text() {
        "" => report.required(&path, ""),
        text => against_backsteps(text).into_iter().for_each(|reason| report.bad_text(&path, text, reason)),
    }
}

/// A resource of a container. In a volume of the pod, the container has to be named.
// validateContainerResourceFieldSelector
pub(super) fn resource_field(at: &At<'_, '_>, is_volume: bool, report: &mut Report) {
    let (container, name) = (at.child("containerName"), at.child("resource"));
    let is_huge = ["requests.hugepages-", "limits.hugepages-"].iter().any(|p| name.text().starts_with(p));
    match name.text() {
        _ if is_volume && container.text().is_empty() => report.required(&container, ""),
        "" => report.required(&name, ""),
        text if !RESOURCES.contains(&text) && !is_huge => report.unsupported(&name, text, &RESOURCES),
        _ => {}
    }
    divisor(&at.child("divisor"), name.text(), report);
}

/// The units in which amounts of memory are given.
const UNITS: [&str; 13] = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

// validateContainerResourceDivisor
fn divisor(at: &At<'_, '_>, resource: &str, report: &mut Report) {
    let Some(amount) = Quantity::at(at).filter(|amount| amount.nanos != 0) else { return };
    let (supported, kind): (&[&str], &str) = match resource.split_once('.').map_or("", |(_, name)| name) {
        _ if !resource.starts_with("limits.") && !resource.starts_with("requests.") => return,
        "cpu" => (&["1m", "1"], "cpu"),
        "memory" => (&UNITS, "memory"),
        "ephemeral-storage" => (&UNITS, "local ephemeral storage"),
        name if name.starts_with("hugepages-") => (&UNITS, "hugepages"),
        _ => return,
    };
    if !supported.contains(&amount.text().as_str()) {
        let all = if kind == "cpu" { "1m and 1".to_owned() } else { UNITS.join(", ") };
        let detail = format!("only divisor's values {all} are supported with the {kind} resource");
        report.bad_text(at, resource, &detail);
    }
}

/// A field of the pod.
// validateObjectFieldSelector, pkg/apis/core/pods/helpers.go ConvertDownwardAPIFieldLabel
pub(super) fn pod_field(at: &At<'_, '_>, fields: &[&str], report: &mut Report) {
    let (path, version) = (at.child("fieldPath"), at.child("apiVersion").text());
    let text = path.text();
    if text.is_empty() {
        report.required(&path, "");
        return;
    }
    let refuse = |reason: String, report: &mut Report| {
        report.bad_text(&path, text, &format!("error converting fieldPath: {reason}"));
    };
    if !["", "v1"].contains(&version) {
        refuse(format!("unsupported pod version: {version}"), report);
        return;
    }
    if let Some((map, key)) = subscript(text) {
        // The errors name the reference.
        let reasons = match map {
            "metadata.annotations" => {
                names::against_qualified_of(report.minor(), names::lower(key).as_bytes())
            }
            "metadata.labels" => names::against_qualified_of(report.minor(), key.as_bytes()),
            _ => {
                refuse(format!("field label does not support subscript: {text}"), report);
                return;
            }
        };
        let shown = if map == "metadata.labels" { key.to_owned() } else { names::lower(key) };
        report.against(&path.as_map(at), &shown, reasons);
        return;
    }
    // The server converts the old name of a field.
    let known = if text == "spec.host" { "spec.nodeName" } else { text };
    if fields.contains(&known) {
        return;
    }
    if ["metadata.annotations", "metadata.labels"].contains(&text) {
        report.unsupported(&path, text, fields);
        report.help(format!("name a key: `{text}['example.com/key']`"));
    } else if !CONVERTED.contains(&text) && !FIELDS.contains(&known) {
        refuse(format!("field label not supported: {text}"), report);
        let nearest = crdc_source::diag::nearest(text, fields.iter().copied());
        report.help(nearest.map_or_else(
            || format!("write one of {}", fields.join(", ")),
            |nearest| format!("write `{nearest}`"),
        ));
    } else {
        report.unsupported(&path, known, fields);
    }
}

/// The map and the key of a path such as `metadata.labels['a']`.
// pkg/fieldpath/fieldpath.go SplitMaybeSubscriptedPath
fn subscript(path: &str) -> Option<(&str, &str)> {
    path.strip_suffix("']")?.split_once("['").filter(|(map, _)| !map.is_empty())
}

/// Further paths that the server converts.
const CONVERTED: [&str; 3] = ["spec.restartPolicy", "spec.schedulerName", "status.phase"];

/// `envFrom` of a container. Easy to break: errors of sources name the list.
pub(super) fn env_from(at: &At<'_, '_>, report: &mut Report) {
    for from in at.items() {
        let prefix = from.child("prefix");
        if !prefix.text().is_empty() {
            report.against(&prefix, prefix.text(), against_variable(prefix.text(), report.version()));
        }
        let mut sources = 0;
        for source in ["configMapRef", "secretRef"] {
            let source = from.child(source);
            if source.is_set() {
                sources += 1;
                let name = source.child("name");
                match name.text() {
                    "" => report.required(&name, ""),
                    text => {
                        report.against(&name, text, names::against_name(&names::masked(text.as_bytes())));
                    }
                }
            }
        }
        let list = from.as_map(at);
        match sources {
            0 => report.invalid(&list, quote(""), "must specify one of: `configMapRef` or `secretRef`"),
            2.. => report.invalid(&list, quote(""), "may not have more than one field specified at a time"),
            _ => {}
        }
    }
}
