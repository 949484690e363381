//! Rules of admission webhooks.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::{names, webhooks};

use super::at::At;
use super::expressions::{Expressions, scope};
use super::report::Report;
use super::selector::selector;
use super::texts::{PORTS, is_port};
use super::{match_conditions, shown};

const CONDITIONS: &str = "matchConditions";

/// A ValidatingWebhookConfiguration or a MutatingWebhookConfiguration.
pub(super) fn configuration(
    root: &At<'_, '_>,
    old: Option<&At<'_, '_>>,
    is_mutating: bool,
    report: &mut Report,
) {
    let mut taken = HashSet::new();
    let (hooks, stored) = (root.child("webhooks"), old.map(|old| old.child("webhooks")));
    let mut expressions = Expressions::new(report.version());
    let mut has_same_conditions = false;
    if let Some(stored) = &stored {
        has_same_conditions = hooks.len() == stored.len()
            && hooks.items().zip(stored.items()).all(|(hook, stored)| {
                match_conditions::are_same(&hook.child(CONDITIONS), &stored.child(CONDITIONS))
            });
        stored.items().for_each(|hook| expressions.keep(&hook.child(CONDITIONS), "expression"));
    }
    for hook in hooks.items() {
        let name = hook.child("name");
        full_name(&name, report);
        if !name.text().is_empty() && !taken.insert(name.text()) {
            report.duplicate(&name, quote(name.text()));
        }
        for rule in hook.child("rules").items() {
            self::rule(&rule, report);
        }
        report.one_of_if_set(&hook.child("failurePolicy"), &["Fail", "Ignore"]);
        report.one_of_if_set(&hook.child("matchPolicy"), &["Equivalent", "Exact"]);
        let effects = hook.child("sideEffects");
        match effects.is_set() {
            true if !["None", "NoneOnDryRun"].contains(&effects.text()) => {
                report.unsupported(&effects, effects.text(), &["None", "NoneOnDryRun"]);
            }
            true => {}
            false => {
                report.required(&effects, "must specify one of None, NoneOnDryRun");
                report.help("write `sideEffects: None`");
            }
        }
        let timeout = hook.child("timeoutSeconds");
        if let Some(seconds) = timeout.int().filter(|seconds| !(1..=30).contains(seconds)) {
            report.invalid(&timeout, seconds, "the timeout value must be between 1 and 30 seconds");
        }
        selector(&hook.child("namespaceSelector"), report);
        selector(&hook.child("objectSelector"), report);
        client(&hook.child("clientConfig"), report);
        if !has_same_conditions {
            let list = hook.child(CONDITIONS);
            match_conditions::conditions(&list, &expressions, &mut scope(false), report);
        }
        versions(&hook.child("admissionReviewVersions"), report);
        if is_mutating {
            report.one_of_if_set(&hook.child("reinvocationPolicy"), &["IfNeeded", "Never"]);
        }
    }
}

// apimachinery: pkg/util/validation/validation.go IsFullyQualifiedName
fn full_name(at: &At<'_, '_>, report: &mut Report) {
    let reasons = names::against_name(at.text().as_bytes());
    if at.text().is_empty() {
        report.required(at, "");
    } else if !reasons.is_empty() {
        report.against_at_once(at, at.text(), reasons, ",");
    } else if at.text().split('.').count() < 3 {
        report.bad_text(at, at.text(), "should be a domain with at least three segments separated by dots");
    }
}

fn client(at: &At<'_, '_>, report: &mut Report) {
    let (url, service) = (at.child("url"), at.child("service"));
    if url.is_set() == service.is_set() {
        report.required(at, "exactly one of url or service is required");
    } else if url.is_set() {
        self::url(&url, report);
    } else {
        self::service(&service, report);
    }
}

/// Checks the address of a webhook outside of a cluster.
fn url(at: &At<'_, '_>, report: &mut Report) {
    webhooks::against_url(at.text(), |part, detail| match part {
        Some(part) => report.bad_text(at, part, detail),
        None => report.required(at, detail),
    });
}

/// Checks the address of a webhook in the cluster. Easy to break: the server swaps the name and the
/// namespace, so that its errors name the other one.
// apiserver: pkg/util/webhook/validation.go ValidateWebhookService
fn service(at: &At<'_, '_>, report: &mut Report) {
    for (given, shown) in [("namespace", "name"), ("name", "namespace")] {
        let field = at.child(given);
        if field.text().is_empty() {
            let detail = match report.version() {
                ..34 => format!("service {shown} is required"),
                _ => String::new(),
            };
            report.required(&field.named(at, shown), &detail);
            report.help(format!("write `{given}`"));
        }
    }
    let port = at.child("port");
    if let Some(number) = port.int().filter(|number| !is_port(*number)) {
        report.invalid(&port, number, &format!("port is not valid: {PORTS}"));
    }
    let path = at.child("path");
    webhooks::against_path(path.text(), |detail| report.bad_text(&path, path.text(), detail));
}

// validateAdmissionReviewVersions
fn versions(at: &At<'_, '_>, report: &mut Report) {
    if at.is_empty() {
        report.required(at, "must specify one of v1, v1beta1");
        return;
    }
    let mut seen = HashSet::new();
    for version in at.items() {
        if !seen.insert(version.text()) {
            report.bad_text(&version, version.text(), "duplicate version");
        }
    }
    if !at.items().any(|version| ["v1", "v1beta1"].contains(&version.text())) {
        let shown = shown::list(at, report.version());
        report.invalid(at, shown, "must include at least one of v1, v1beta1");
    }
}

// validateRuleWithOperations, validateRule
pub(super) fn rule(at: &At<'_, '_>, report: &mut Report) {
    let has_all = |list: &At<'_, '_>| list.len() > 1 && list.items().any(|item| item.text() == "*");
    let operations = at.child("operations");
    if operations.is_empty() {
        report.required(&operations, "");
    }
    if has_all(&operations) {
        let shown = shown::list(&operations, report.version());
        report.invalid(&operations, shown, "if '*' is present, must not specify other operations");
    }
    for operation in operations.items() {
        let all = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
        if !all.contains(&operation.text()) {
            report.unsupported(&operation, operation.text(), &all);
        }
    }
    for (field, name) in [("apiGroups", "API groups"), ("apiVersions", "API versions")] {
        let list = at.child(field);
        if list.is_empty() {
            report.required(&list, "");
        }
        if has_all(&list) {
            let detail = format!("if '*' is present, must not specify other {name}");
            report.invalid(&list, shown::list(&list, report.version()), &detail);
        }
    }
    for version in at.child("apiVersions").items() {
        report.required_text(&version);
    }
    resources(&at.child("resources"), report);
    report.one_of_if_set(&at.child("scope"), &["*", "Cluster", "Namespaced"]);
}

/// The resources of a rule, such as `pods`, `pods/*`, `*/scale`.
// validateResources
fn resources(list: &At<'_, '_>, report: &mut Report) {
    if list.is_empty() {
        report.required(list, "");
    }
    // Resources with all subresources, and subresources of all resources.
    let (mut all_below, mut of_all) = (HashSet::new(), HashSet::new());
    let (mut has_star, mut ends_plain, mut has_both) = (false, false, false);
    for item in list.items() {
        let text = item.text();
        if text.is_empty() {
            report.required(&item, "");
            continue;
        }
        has_both |= text == "*/*";
        has_star |= text == "*";
        let Some((resource, below)) = text.split_once('/') else {
            // Only the last name counts.
            ends_plain = text != "*";
            continue;
        };
        if all_below.contains(resource) {
            let detail = format!("if '{resource}/*' is present, must not specify {text}");
            report.bad_text(&item, text, &detail);
        }
        if of_all.contains(below) {
            report.bad_text(&item, text, &format!("if '*/{below}' is present, must not specify {text}"));
        }
        if below == "*" {
            all_below.insert(resource);
        }
        if resource == "*" {
            of_all.insert(below);
        }
    }
    if has_both && list.len() > 1 {
        let detail = "if '*/*' is present, must not specify other resources";
        report.invalid(list, shown::list(list, report.version()), detail);
    }
    if has_star && ends_plain {
        let detail = "if '*' is present, must not specify other resources without subresources";
        report.invalid(list, shown::list(list, report.version()), detail);
    }
}
