//! Rules of annotations that have a meaning for pods: mirror pods, the cost of deletion, profiles of seccomp
//! and AppArmor.
//!
//! Easy to break: errors of seccomp name the annotation as a field, those of the others as a key.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodSpecificAnnotations,
// validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate

use std::collections::{HashMap, HashSet};

use crdc_source::Node;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::container_lists::LISTS;
use super::report::Report;
use super::texts::against_descending;

/// The annotation of pods that mirror a file of their node.
pub(super) const MIRROR: &str = "kubernetes.io/config.mirror";
const COST: &str = "controller.kubernetes.io/pod-deletion-cost";
const SECCOMP: Profile = Profile {
    name: "seccomp",
    field: "seccompProfile",
    of_pod: Some("seccomp.security.alpha.kubernetes.io/pod"),
    of_container: "container.seccomp.security.alpha.kubernetes.io/",
    default: &["runtime/default", "docker/default"],
    unconfined: "unconfined",
    local: "localhost/",
};
const APPARMOR: Profile = Profile {
    name: "apparmor",
    field: "appArmorProfile",
    of_pod: None,
    of_container: "container.apparmor.security.beta.kubernetes.io/",
    default: &["runtime/default"],
    unconfined: "unconfined",
    local: "localhost/",
};

/// How a profile is written as an annotation.
struct Profile {
    /// The name in sentences.
    name: &'static str,
    field: &'static str,
    of_pod: Option<&'static str>,
    /// The annotation of a container, without its name.
    of_container: &'static str,
    default: &'static [&'static str],
    unconfined: &'static str,
    local: &'static str,
}

/// Checks the annotations of a pod or of a template with this `spec`. `shown` is their place in errors.
pub(super) fn annotations(at: &At<'_, '_>, shown: &At<'_, '_>, spec: &At<'_, '_>, report: &mut Report) {
    let mirror = at.key(MIRROR).keyed(shown, MIRROR);
    if at.has_key(MIRROR) && spec.child("nodeName").text().is_empty() {
        let detail = "must set spec.nodeName if mirror pod annotation is set";
        report.bad_text(&mirror, mirror.text(), detail);
    }
    let cost = at.key(COST).keyed(shown, COST);
    // A stored pod may have another text.
    if cost.is_set() && !report.is_update() && !is_cost(cost.text()) {
        report.bad_text(&cost, cost.text(), "must be a 32bit integer");
    }
    seccomp(at, shown, report);
    apparmor(at, shown, spec, report);
}

// pkg/apis/core/helper/helpers.go GetDeletionCostFromPodAnnotations
fn is_cost(text: &str) -> bool {
    let starts = |c: char| matches!(c, '-' | '1'..='9');
    text == "0" || (text.starts_with(starts) && text.parse::<i32>().is_ok())
}

// ValidateSeccompPodAnnotations
fn seccomp(at: &At<'_, '_>, shown: &At<'_, '_>, report: &mut Report) {
    for (key, value) in at.entries() {
        if Some(key) != SECCOMP.of_pod && !key.starts_with(SECCOMP.of_container) {
            continue;
        }
        let (text, place) = (value.text(), value.named(shown, key));
        if SECCOMP.default.contains(&text) || text == SECCOMP.unconfined {
            continue;
        }
        match text.strip_prefix(SECCOMP.local) {
            Some(path) => {
                against_descending(path).into_iter().for_each(|why| report.bad_text(&place, path, why));
            }
            None => report.bad_text(&place, text, "must be a valid seccomp profile"),
        }
    }
}

// ValidateAppArmorPodAnnotations
fn apparmor(at: &At<'_, '_>, shown: &At<'_, '_>, spec: &At<'_, '_>, report: &mut Report) {
    let mut known: Option<HashSet<String>> = None;
    for (key, value) in at.entries() {
        let Some(container) = key.strip_prefix(APPARMOR.of_container) else { continue };
        let place = value.keyed(shown, key);
        let known = known.get_or_insert_with(|| {
            let names = |list: At<'_, '_>| -> Vec<String> {
                list.items().map(|item| item.child("name").text().to_owned()).collect()
            };
            LISTS.iter().flat_map(|list| names(spec.child(list))).collect()
        });
        if !known.contains(container) {
            report.bad_text(&place, container, "container not found");
        }
        let text = value.text();
        let is_known = text.is_empty() || APPARMOR.default.contains(&text) || text == APPARMOR.unconfined;
        if !is_known && !text.starts_with(APPARMOR.local) {
            let detail = format!("invalid AppArmor profile name: {}", quote(text));
            report.bad_text(&place, text, &detail);
        }
    }
}

/// Compares profiles in annotations with those in the fields of a spec.
pub(super) fn profiles(annotations: &At<'_, '_>, spec: &At<'_, '_>, report: &mut Report) {
    let all = annotations.index();
    if !all.keys().any(|key| key.contains("security")) {
        return;
    }
    let pod = spec.child("securityContext");
    let text = |key: &str| text_of(&all, key);
    if let Some(written) = SECCOMP.of_pod.and_then(text) {
        matches(&SECCOMP, written, &pod.child(SECCOMP.field), &pod.child(SECCOMP.field), report);
    }
    let system = spec.child("os");
    let is_windows = system.child("name").text() == "windows";
    for list in LISTS {
        for container in spec.child(list).items() {
            let (name, context) = (container.child("name").text(), container.child("securityContext"));
            if let Some(written) = text(&format!("{}{name}", SECCOMP.of_container)) {
                let field = context.child(SECCOMP.field);
                matches(&SECCOMP, written, &field, &field, report);
            }
            // A container has the profile of the pod if it has none of its own.
            if let Some(written) = text(&format!("{}{name}", APPARMOR.of_container)).filter(|_| !is_windows) {
                let (own, place) = (context.child(APPARMOR.field), context.child(APPARMOR.field));
                let shared = pod.child(APPARMOR.field);
                let profile = if own.is_set() { own } else { shared };
                matches(&APPARMOR, written, &profile, &place, report);
            }
        }
    }
}

fn text_of<'n>(all: &HashMap<&'n str, &'n Node>, key: &str) -> Option<&'n str> {
    all.get(key).map(|node| node.as_str().unwrap_or_default())
}

/// Compares the text of an annotation with a profile. Errors are at `place`.
fn matches(kind: &Profile, written: &str, profile: &At<'_, '_>, place: &At<'_, '_>, report: &mut Report) {
    let is_same = match profile.child("type").text() {
        "Unconfined" => written == kind.unconfined,
        "RuntimeDefault" => kind.default.contains(&written),
        "Localhost" => match written.strip_prefix(kind.local) {
            None => false,
            Some(path) => {
                let file = profile.child("localhostProfile");
                if !file.is_set() || file.text() != path {
                    let detail = format!("{} profile in annotation and field must match", kind.name);
                    report.forbidden(&place.child("localhostProfile"), &detail);
                }
                true
            }
        },
        _ => true,
    };
    if !is_same {
        let detail = format!("{} type in annotation and field must match", kind.name);
        report.forbidden(&place.child("type"), &detail);
    }
}
