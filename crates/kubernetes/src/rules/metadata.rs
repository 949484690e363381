//! Rules of the `metadata` of an object, and of the templates in it.
//!
//! Easy to break: errors of labels and annotations name the map, not the key; errors of a template name
//! `template.labels`, which is no field.
//
// apimachinery: pkg/api/validation/objectmeta.go; kubernetes: pkg/apis/core/validation/validation.go
// ValidateObjectMeta

use crdc_vocabulary::names;

use super::at::At;
use super::names::{NameRule, rule_for};
use super::report::Report;
use super::shown;

/// The placeholder for the random letters that the server appends to `generateName`.
const GENERATED: &str = "00000";
/// The number of bytes of `generateName` that go into a name.
const GENERATED_FROM: usize = 58;

/// The metadata of an object that is created.
pub(super) fn metadata(root: &At<'_, '_>, group: &str, kind: &str, is_update: bool, report: &mut Report) {
    let metadata = root.child("metadata");
    if !is_update {
        named(&metadata, group, kind, report);
    }
    let namespace = metadata.child("namespace");
    // A server removes the namespace of cluster-scoped objects.
    if !namespace.text().is_empty() && crate::scope_of(group, kind) == crate::Scope::Namespaced {
        report.against(&namespace, namespace.text(), names::against_namespace(namespace.text().as_bytes()));
    }
    // The strategies of most kinds set it before it is checked.
    if group.is_empty() && ["ConfigMap", "Secret"].contains(&kind) {
        report.not_negative(&metadata.child("generation"));
    }
    labels(&metadata.child("labels"), report);
    annotations(&metadata.child("annotations"), report);
    owners(&metadata.child("ownerReferences"), report);
    let named = if checks_finalizers(group, kind) { Named::Item } else { Named::Nothing };
    finalizers(&metadata.child("finalizers"), named, report);
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
            length((group, kind), &name, &generated, report);
        }
        (text, _) => {
            let reasons = rule.against(text);
            let is_bad = !reasons.is_empty();
            report.against(&name, text, reasons);
            if let Some(better) = better(rule, text).filter(|_| is_bad) {
                report.help(format!("write `{better}`"));
            }
            length((group, kind), &name, text, report);
        }
    }
}

// pkg/apis/batch/validation/validation.go ValidateCronJobCreate
fn length(of: (&str, &str), at: &At<'_, '_>, name: &str, report: &mut Report) {
    if of == ("batch", "CronJob") && name.len() > 52 {
        report.bad_text(at, name, "must be no more than 52 characters");
        report.help("the names of its jobs are eleven characters longer");
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
        report.against(&at.at_key(), key, names::against_qualified_of(report.minor(), key.as_bytes()));
        report.against(&at, text, names::against_label_value_of(report.minor(), text.as_bytes()));
    }
}

/// Annotations, at the path of `at`.
pub(super) fn annotations(at: &At<'_, '_>, report: &mut Report) {
    let mut size = 0;
    for (key, value) in at.entries() {
        size += key.len() + value.text().len();
        let reasons = names::against_qualified_of(report.minor(), names::lower(key).as_bytes());
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

/// Checks the labels and annotations of objects that a controller creates. The server accepts them here, and
/// refuses the created objects.
pub(super) fn made_later(metadata: &At<'_, '_>, help: &str, report: &mut Report) {
    let from = report.count();
    labels(&metadata.child("labels"), report);
    annotations(&metadata.child("annotations"), report);
    report.demote(from..report.count(), help);
}

/// The number of owners that are shown. No object has more, and each of a thousand errors would have a
/// thousand owners in it.
const MOST_OWNERS: usize = 8;

/// Owners. Easy to break: errors name the list, not the item.
fn owners(at: &At<'_, '_>, report: &mut Report) {
    let mut controller = None;
    for owner in at.items() {
        if report.is_full() {
            return;
        }
        let [version, kind, name] = ["apiVersion", "kind", "name"].map(|field| owner.child(field).text());
        // Go reads a malformed apiVersion as one without a version.
        if names::group_version(version.as_bytes()).1.is_empty() {
            let place = owner.child("apiVersion");
            report.bad_text(&place.named(at, "apiVersion"), version, "version must not be empty");
        }
        for field in ["kind", "name", "uid"] {
            let place = owner.child(field);
            if place.text().is_empty() {
                let before = if report.version() < 34 { format!("{field} ") } else { String::new() };
                report.bad_text(&place.named(at, field), "", &format!("{before}must not be empty"));
            }
        }
        if (version, kind) == ("v1", "Event") {
            let detail = "/v1, Kind=Event is disallowed from being an owner";
            report.invalid_whole(&owner.as_map(at), &shown_owner(&owner), detail);
        }
        if owner.child("controller").flag() {
            match controller {
                Some((first, its_name)) => {
                    let detail = format!(
                        "Only one reference can have Controller set to true. Found \"true\" in references for {first}/{its_name} and {kind}/{name}"
                    );
                    if at.len() > MOST_OWNERS {
                        report.invalid_unseen(at, &detail);
                        continue;
                    }
                    let all: Vec<String> = at.items().map(|owner| shown_owner(&owner)).collect();
                    report.invalid_whole(at, &format!("[{}]", all.join(",")), &detail);
                }
                None => controller = Some((kind, name)),
            }
        }
    }
}

/// An owner as JSON.
fn shown_owner(owner: &At<'_, '_>) -> String {
    let texts = ["apiVersion", "kind", "name", "uid"];
    let texts = texts.map(|name| (name, shown::text(owner.child(name).text())));
    let flags = ["controller", "blockOwnerDeletion"].map(|name| (name, owner.child(name)));
    let flags = flags.iter().filter(|(_, at)| at.is_set()).map(|(name, at)| (*name, at.flag().to_string()));
    let all: Vec<(&str, String)> = texts.into_iter().chain(flags).collect();
    shown::object(&all)
}

/// Whether finalizers must be qualified: whether the validation of a kind calls `ValidateObjectMeta` of core,
/// not that of apimachinery.
fn checks_finalizers(group: &str, kind: &str) -> bool {
    match group {
        "" => kind != "Event",
        "apps" | "autoscaling" | "batch" | "certificates.k8s.io" | "discovery.k8s.io" => true,
        "flowcontrol.apiserver.k8s.io" | "networking.k8s.io" | "rbac.authorization.k8s.io" => true,
        "resource.k8s.io" | "scheduling.k8s.io" | "storage.k8s.io" => true,
        _ => false,
    }
}

/// What the error of a finalizer without a domain names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Such a finalizer is no error.
    Nothing,
    Item,
    List,
}

/// Finalizers of an object.
pub(super) fn finalizers(at: &At<'_, '_>, named: Named, report: &mut Report) {
    for item in at.items() {
        let text = item.text();
        report.against(&item.as_map(at), text, names::against_qualified_of(report.minor(), text.as_bytes()));
        let is_standard = ["kubernetes", "orphan", "foregroundDeletion"].contains(&text);
        if named != Named::Nothing && !text.contains('/') && !is_standard {
            let detail = "name is neither a standard finalizer name nor is it fully qualified";
            let place = if named == Named::List { item.as_map(at) } else { item };
            report.bad_text(&place, text, detail);
            report.help("write a domain in front of it, such as `example.com/cleanup`");
        }
    }
    let has = |name: &str| at.items().any(|item| item.text() == name);
    if has("orphan") && has("foregroundDeletion") {
        let detail = "finalizer orphan and foregroundDeletion cannot be both set";
        report.invalid(at, shown::list(at, report.version()), detail);
    }
}
