//! `metadata` of an object, and of the templates in it.
//!
//! Easy to break: errors of labels and annotations name the map, not the key; those of a template name `template.labels`, which is no
//! field.
//
// apimachinery: pkg/api/validation/objectmeta.go; kubernetes: pkg/apis/core/validation/validation.go ValidateObjectMeta

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::names::{NameRule, rule_for};
use super::report::Report;

/// Stands for the random letters that the server appends to `generateName`.
const GENERATED: &str = "00000";
/// How many bytes of `generateName` go into a name.
const GENERATED_FROM: usize = 58;

/// The metadata of an object that is created.
pub(super) fn metadata(root: &At<'_, '_>, group: &str, kind: &str, is_update: bool, report: &mut Report) {
    let metadata = root.child("metadata");
    if !is_update {
        named(&metadata, group, kind, report);
    }
    let namespace = metadata.child("namespace");
    // A server takes the namespace of objects that have none away.
    if !namespace.text().is_empty() && crate::scope_of(group, kind) == crate::Scope::Namespaced {
        report.against(&namespace, namespace.text(), names::against_namespace(namespace.text().as_bytes()));
    }
    report.not_negative(&metadata.child("generation"));
    labels(&metadata.child("labels"), report);
    annotations(&metadata.child("annotations"), report);
    owners(&metadata.child("ownerReferences"), report);
    finalizers(&metadata.child("finalizers"), rule_for(group, kind, report.version()), group, report);
}

fn named(metadata: &At<'_, '_>, group: &str, kind: &str, report: &mut Report) {
    let rule = rule_for(group, kind, report.version());
    let (name, generate) = (metadata.child("name"), metadata.child("generateName"));
    let prefix = generate.text();
    if !prefix.is_empty() {
        report.against(&generate, prefix, rule.against_prefix(prefix));
    }
    match (name.text(), prefix) {
        ("", "") => report.required(&name, "name or generateName is required"),
        ("", prefix) => {
            let end = (0..=GENERATED_FROM.min(prefix.len())).rev().find(|end| prefix.is_char_boundary(*end));
            let generated = format!("{}{GENERATED}", prefix.get(..end.unwrap_or(0)).unwrap_or_default());
            if rule.against_prefix(prefix).is_empty() {
                report.against(&name, &generated, rule.against(&generated));
            }
        }
        (text, _) => {
            let reasons = rule.against(text);
            let is_bad = !reasons.is_empty();
            report.against(&name, text, reasons);
            if let Some(better) = better(rule, text).filter(|_| is_bad) {
                report.help(format!("write `{better}`"));
            }
            // pkg/apis/batch/validation/validation.go ValidateCronJobCreate
            if (group, kind) == ("batch", "CronJob") && text.len() > 52 {
                report.bad_text(&name, text, "must be no more than 52 characters");
                report.help("the names of its jobs are eleven characters longer");
            }
        }
    }
}

/// A similar text that is a name.
fn better(rule: NameRule, text: &str) -> Option<String> {
    let dots = rule == NameRule::Subdomain;
    let letter = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
        '.' if dots => '.',
        _ => '-',
    };
    let made: String = text.chars().map(letter).collect();
    let made = made.trim_matches(['-', '.']).to_owned();
    (rule != NameRule::Segment && rule.against(&made).is_empty()).then_some(made)
}

/// Labels, at the path of `at`.
pub(super) fn labels(at: &At<'_, '_>, report: &mut Report) {
    for (key, value) in at.entries() {
        let (at, text) = (value.as_map(at), value.text());
        report.against(&at.at_key(), key, names::against_qualified(key.as_bytes()));
        report.against(&at, text, names::against_label_value(text.as_bytes()));
    }
}

/// Annotations, at the path of `at`.
pub(super) fn annotations(at: &At<'_, '_>, report: &mut Report) {
    let mut size = 0;
    for (key, value) in at.entries() {
        size += key.len() + value.text().len();
        let reasons = names::against_qualified(names::lower(key).as_bytes());
        report.against(&value.as_map(at).at_key(), key, reasons);
    }
    if size > names::ANNOTATIONS_SIZE {
        report.too_long(at, names::ANNOTATIONS_SIZE);
    }
}

/// The metadata of a template of pods.
// pkg/apis/core/validation/validation.go ValidatePodTemplateSpec
pub(super) fn template(template: &At<'_, '_>, report: &mut Report) {
    let metadata = template.child("metadata");
    labels(&metadata.child("labels").named(template, "labels"), report);
    annotations(&metadata.child("annotations").named(template, "annotations"), report);
}

fn owners(at: &At<'_, '_>, report: &mut Report) {
    let mut controller: Option<String> = None;
    for owner in at.items() {
        let [version, kind, name] = ["apiVersion", "kind", "name"].map(|field| owner.child(field).text());
        if version.is_empty() {
            report.required(&owner.child("apiVersion"), "must not be empty");
        } else if version.matches('/').count() > 1 || version.ends_with('/') {
            report.bad_text(&owner.child("apiVersion"), version, "must be <group>/<version> or <version>");
        }
        for field in ["kind", "name", "uid"] {
            if owner.child(field).text().is_empty() {
                report.required(&owner.child(field), "must not be empty");
            }
        }
        if (version, kind) == ("v1", "Event") {
            report.invalid_unseen(&owner, "/v1, Kind=Event is disallowed from being an owner");
        }
        if owner.child("controller").flag() {
            let this = format!("{kind}/{name}");
            match &controller {
                Some(first) => report.invalid_unseen(
                    at,
                    &format!(
                        "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {this}"
                    ),
                ),
                None => controller = Some(this),
            }
        }
    }
}

fn finalizers(at: &At<'_, '_>, rule: NameRule, group: &str, report: &mut Report) {
    for item in at.items() {
        let text = item.text();
        report.against(&item.as_map(at), text, names::against_qualified(text.as_bytes()));
        let is_checked = rule != NameRule::Segment && group != "admissionregistration.k8s.io";
        let is_standard = ["kubernetes", "orphan", "foregroundDeletion"].contains(&text);
        if is_checked && !text.contains('/') && !is_standard {
            report.bad_text(
                &item,
                text,
                "name is neither a standard finalizer name nor is it fully qualified",
            );
            report.help("write a domain in front of it, such as `example.com/cleanup`");
        }
    }
    let has = |name: &str| at.items().any(|item| item.text() == name);
    if has("orphan") && has("foregroundDeletion") {
        let all: Vec<String> = at.items().map(|item| quote(item.text())).collect();
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        report.invalid(at, format!("[{}]", all.join(",")), detail);
    }
}
