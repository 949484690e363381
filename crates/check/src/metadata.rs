//! Checks the document's metadata except its name: labels, annotations, owners, finalizers, and the approval
//! annotation that protected groups require.
//
// apimachinery: pkg/api/validation/objectmeta.go; apiextensions-apiserver: pkg/apihelpers

use super::dns;
use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_source::diag::{Code, ErrorType};
use crdc_source::{Member, Node, Value};
use crdc_vocabulary::Wording;
use crdc_vocabulary::names::group_version;

const APPROVED: &str = "api-approved.kubernetes.io";

pub(super) fn metadata(layout: &Layout<'_>, report: &mut Report) {
    let members = match layout.crd.metadata.as_ref().map(|at| &at.value.value) {
        Some(Value::Object(members)) => members.as_slice(),
        _ => &[],
    };
    let map =
        |key: &str| match members.iter().find(|member| member.key == key).map(|member| &member.value.value) {
            Some(Value::Object(entries)) => entries.as_slice(),
            _ => &[],
        };
    let unrendered = ["labels", "annotations"].into_iter().flat_map(map).find(|entry| is_template(entry));
    if let Some(entry) = unrendered {
        report
            .add(Code::TemplateUnrendered, entry.value.span, "this is an unrendered Helm template")
            .help("render the chart first (`helm template`) to have labels and annotations checked");
    }
    labels(map("labels"), report);
    annotations(map("annotations"), report);
    approval(layout, map("annotations"), report);
    owners(members, report);
    // An update does not validate them again.
    let finalizers = members.iter().find(|member| member.key == "finalizers" && layout.old.is_none());
    if let Some(Value::Array(list)) = finalizers.map(|member| &member.value.value) {
        let path = Path::new("metadata.finalizers");
        for item in list {
            if let Value::String(name) = &item.value {
                for error in dns::qualified_name(name) {
                    report
                        .add(Code::MetadataInvalid, item.span, format!("`{name}` is not a valid finalizer"))
                        .help("write a name with a domain, such as `example.com/cleanup`")
                        .server(path.invalid(name, &error));
                }
            }
        }
    }
}

/// Also checked in updates. Easy to break: the server's errors name the list, not the item.
// apimachinery: pkg/api/validation/objectmeta.go ValidateOwnerReferences
fn owners(members: &[Member], report: &mut Report) {
    let list =
        members.iter().find(|member| member.key == "ownerReferences").map(|member| &member.value.value);
    let Some(Value::Array(list)) = list else { return };
    let path = Path::new("metadata.ownerReferences");
    let mut controller: Option<String> = None;
    for owner in list {
        let text = |key| owner.get(key).and_then(Node::as_str).unwrap_or_default();
        let (version, kind, name) = (text("apiVersion"), text("kind"), text("name"));
        if group_version(version.as_bytes()).1.is_empty() {
            let message = match version {
                "" => "an owner needs `apiVersion`".to_owned(),
                _ => format!("`{version}` is no API version"),
            };
            report
                .add(Code::MetadataInvalid, owner.span, message)
                .help("write a group and a version, such as `apps/v1`, or remove the owner")
                .server(path.child("apiVersion").invalid(version, "version must not be empty"));
        }
        for key in ["kind", "name", "uid"].into_iter().filter(|key| text(key).is_empty()) {
            report
                .add(Code::MetadataInvalid, owner.span, format!("an owner needs `{key}`"))
                .help("write all of apiVersion, kind, name and uid, or remove the owner")
                .server(path.child(key).worded(ErrorType::Invalid, "", Wording::OwnerField { field: key }));
        }
        if (version, kind) == ("v1", "Event") {
            report
                .add(Code::MetadataInvalid, owner.span, "an Event cannot be an owner")
                .help("remove the owner");
        }
        if owner.get("controller").map(|is_set| &is_set.value) == Some(&Value::Bool(true)) {
            let this = format!("{kind}/{name}");
            if let Some(first) = &controller {
                let message = format!("two owners are the controller: {first} and {this}");
                report
                    .add(Code::MetadataInvalid, owner.span, message)
                    .help("set `controller` for one of them");
            } else {
                controller = Some(this);
            }
        }
    }
}

/// `{{ … }}` in the key or the value.
fn is_template(entry: &Member) -> bool {
    let braces = |text: &str| text.contains("{{") && text.contains("}}");
    braces(&entry.key) || matches!(&entry.value.value, Value::String(text) if braces(text))
}

fn labels(entries: &[Member], report: &mut Report) {
    let path = Path::new("metadata.labels");
    for entry in entries.iter().filter(|entry| !is_template(entry)) {
        for error in dns::qualified_name(&entry.key) {
            report
                .add(
                    Code::MetadataInvalid,
                    entry.key_span,
                    format!("`{}` is not a valid label key", entry.key),
                )
                .help("write a name such as `example.com/team`, with one `/` at most")
                .server(path.invalid(&entry.key, &error));
        }
        if let Value::String(value) = &entry.value.value {
            for error in dns::label_value(value) {
                report
                    .add(
                        Code::MetadataInvalid,
                        entry.value.span,
                        format!("`{value}` is not a valid label value"),
                    )
                    .help("use an annotation, which may have any text")
                    .server(path.invalid(value, &error));
            }
        }
    }
}

fn annotations(entries: &[Member], report: &mut Report) {
    let path = Path::new("metadata.annotations");
    for entry in entries.iter().filter(|entry| !is_template(entry)) {
        for error in dns::qualified_name(&entry.key.to_lowercase()) {
            report
                .add(
                    Code::MetadataInvalid,
                    entry.key_span,
                    format!("`{}` is not a valid annotation key", entry.key),
                )
                .help("write a name such as `example.com/team`, with one `/` at most")
                .server(path.invalid(&entry.key, &error));
        }
    }
    let size = |entry: &Member| match &entry.value.value {
        Value::String(value) => entry.key.len() + value.len(),
        _ => entry.key.len(),
    };
    const LIMIT: usize = 256 * 1024;
    if entries.iter().map(size).sum::<usize>() > LIMIT
        && let Some(largest) = entries.iter().max_by_key(|entry| size(entry))
    {
        report
            .add(Code::MetadataInvalid, largest.key_span, "annotations have more than 256 KiB in total")
            .label("the largest annotation")
            .server(path.worded(ErrorType::TooLong, "<value omitted>", Wording::MaxMetadataBytes(LIMIT)));
    }
}

fn approval(layout: &Layout<'_>, annotations: &[Member], report: &mut Report) {
    let Some(group) = &layout.crd.group else {
        return;
    };
    let protected = |domain: &str| {
        group.value == domain || group.value.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
    };
    if !protected("k8s.io") && !protected("kubernetes.io") {
        return;
    }
    let annotation = annotations.iter().find(|entry| entry.key == APPROVED);
    let text = match annotation.map(|entry| &entry.value.value) {
        Some(Value::String(text)) => text.as_str(),
        _ => "",
    };
    let before = layout.old.map(|old| {
        let metadata = old.crd.metadata.as_ref().map(|at| &at.value);
        let text = metadata.and_then(|node| node.get("annotations")).and_then(|node| node.get(APPROVED));
        Approval::of(text.and_then(Node::as_str).unwrap_or_default())
    });
    let now = Approval::of(text);
    if before == Some(now) {
        return;
    }
    let map = Path::new("metadata.annotations");
    let path = map.key(APPROVED);
    const SEE: &str = "see https://github.com/kubernetes/enhancements/pull/1111";
    if now == Approval::Missing {
        report
            .add(
                Code::ApprovalMissing,
                group.span,
                format!("the group `{}` is reserved for Kubernetes", group.value),
            )
            .label("protected")
            .help(format!(
                "use a domain that you own, or add the annotation `{APPROVED}: unapproved, for tests only`"
            ))
            .server(
                path.required(&format!(
                    "protected groups must have approval annotation \"{APPROVED}\", {SEE}"
                )),
            );
    } else if now == Approval::Wrong {
        let span = annotation.map_or(group.span, |entry| entry.value.span);
        report
            .add(Code::ApprovalMissing, span, "expected an approval URL, or a reason starting with `unapproved`")
            .help("write the URL of the pull request, or a reason starting with `unapproved`")
            .server(path.invalid(text,
                &format!("protected groups must have approval annotation \"{APPROVED}\" with either a URL or a reason starting with \"unapproved\", {SEE}"),
            ));
    }
}

/// The state of the approval annotation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Approval {
    Missing,
    Given,
    Bypassed,
    Wrong,
}

impl Approval {
    fn of(text: &str) -> Self {
        match text {
            "" => Approval::Missing,
            _ if text.starts_with("unapproved") => Approval::Bypassed,
            _ if is_url(text) => Approval::Given,
            _ => Approval::Wrong,
        }
    }
}

/// Has a scheme and a host; Go's parser also rejects spaces in the host and control characters.
fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        && !host.is_empty()
        && !host.contains(' ')
        && !text.bytes().any(|b| b < 0x20 || b == 0x7f)
}
