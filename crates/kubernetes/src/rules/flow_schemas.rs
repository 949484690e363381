//! Rules of FlowSchemas: which requests have which priority.
//
// kubernetes: pkg/apis/flowcontrol/validation/validation.go; pkg/apis/flowcontrol/v1/defaults.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::mandatory::{self, FLOW_SCHEMAS};
use super::report::Report;
use super::shown;

const VERBS: [&str; 9] =
    ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];
/// The default of `matchingPrecedence`.
const PRECEDENCE: i64 = 1000;

/// A FlowSchema.
// ValidateFlowSchema
pub(super) fn schema(root: &At<'_, '_>, report: &mut Report) {
    let (metadata, spec) = (root.child("metadata"), root.child("spec"));
    let name = metadata.child("name");
    let precedence = spec.child("matchingPrecedence");
    let number = match precedence.int_or_zero() {
        0 => PRECEDENCE,
        number => number,
    };
    if number <= 0 {
        report.invalid(&precedence, number, "must be a positive value");
    }
    if number > 10_000 {
        report.invalid(&precedence, number, "must not be greater than 10000");
    }
    if number == 1 && name.text() != "exempt" {
        let detail = "only the schema named 'exempt' may have matchingPrecedence 1";
        report.invalid(&precedence, number, detail);
    }
    let method = spec.child("distinguisherMethod");
    if method.is_set() {
        distinguisher(&method, report);
    }
    let level = spec.child("priorityLevelConfiguration");
    let level = level.child("name");
    match level.text() {
        "" => report.required(&level, "must reference a priority level"),
        text => report.against(&level, text, names::against_name(text.as_bytes())),
    }
    for rule in spec.child("rules").items() {
        policy_rule(&rule, report);
    }
    let fixed = FLOW_SCHEMAS.iter().find(|(known, _)| *known == name.text());
    if fixed.is_some_and(|(_, fixed)| mandatory::differs(&spec, fixed, None)) {
        let detail = format!("spec of '{}' must equal the fixed value", name.text());
        report.invalid_unseen(&spec.at_key(), &detail);
    }
}

/// How requests of a schema are told apart. The error shows all of it at its type.
fn distinguisher(at: &At<'_, '_>, report: &mut Report) {
    let kind = at.child("type");
    let supported = ["ByNamespace", "ByUser"];
    if supported.contains(&kind.text()) {
        return;
    }
    let version = report.version();
    let fields = [("Type", shown::text_in(version, kind.text()))];
    let shown = shown::structure("flowcontrol.FlowDistinguisherMethod", &fields, version);
    report.unsupported_shown(&kind, &shown, &supported);
}

// ValidateFlowSchemaPolicyRulesWithSubjects
fn policy_rule(rule: &At<'_, '_>, report: &mut Report) {
    let subjects = rule.child("subjects");
    if subjects.is_empty() {
        report.required(&subjects, "subjects must contain at least one value");
    }
    for one in subjects.items() {
        subject(&one, report);
    }
    let (resources, others) = (rule.child("resourceRules"), rule.child("nonResourceRules"));
    if resources.is_empty() && others.is_empty() {
        let detail = "at least one of resourceRules and nonResourceRules has to be non-empty";
        report.required(rule, detail);
    }
    for one in resources.items() {
        resource_rule(&one, report);
    }
    for one in others.items() {
        verbs(&one.child("verbs"), report);
        urls(&one.child("nonResourceURLs"), report);
    }
}

/// The kinds of subjects, with the fields that say who it is.
const SUBJECTS: [(&str, &str); 3] =
    [("Group", "group"), ("ServiceAccount", "serviceAccount"), ("User", "user")];

// ValidateFlowSchemaSubject
fn subject(at: &At<'_, '_>, report: &mut Report) {
    let kind = at.child("kind");
    let Some((name, field)) = SUBJECTS.iter().find(|(name, _)| *name == kind.text()) else {
        report.unsupported(&kind, kind.text(), &SUBJECTS.map(|(name, _)| name));
        return;
    };
    let who = at.child(field);
    match who.is_set() {
        false => report.required(&who, &format!("{field} is required when subject kind is '{name}'")),
        true if *name == "ServiceAccount" => account(&who, report),
        true => report.required_text(&who.child("name")),
    }
    // The order of the server.
    for (other, field) in [SUBJECTS[1], SUBJECTS[2], SUBJECTS[0]] {
        let at = at.child(field);
        if other != *name && at.is_set() {
            report.forbidden(&at, &format!("{field} is forbidden when subject kind is not '{other}'"));
        }
    }
}

// ValidateServiceAccountSubject
fn account(at: &At<'_, '_>, report: &mut Report) {
    let (name, namespace) = (at.child("name"), at.child("namespace"));
    match name.text() {
        "" => report.required(&name, ""),
        "*" => {}
        text => report.against(&name, text, names::against_name(text.as_bytes())),
    }
    match namespace.text() {
        "" => report.required(&namespace, "must specify namespace for service account"),
        text => report.against(&namespace, text, names::against_namespace(text.as_bytes())),
    }
}

fn has_all(list: &At<'_, '_>) -> bool {
    list.items().any(|item| item.text() == "*")
}

/// Reports `*` beside other items.
fn alone(list: &At<'_, '_>, others: &str, report: &mut Report) {
    if list.len() > 1 && has_all(list) {
        let detail = format!("if '*' is present, must not specify other {others}");
        report.invalid(list, shown::list(list, report.version()), &detail);
    }
}

fn verbs(list: &At<'_, '_>, report: &mut Report) {
    if list.is_empty() {
        report.required(list, "verbs must contain at least one value");
    }
    alone(list, "verbs", report);
    if !has_all(list) && list.items().any(|verb| !VERBS.contains(&verb.text())) {
        let shown = shown::list(list, report.version());
        report.unsupported_shown(list, &shown, &VERBS);
    }
}

// ValidateFlowSchemaNonResourcePolicyRule
fn urls(list: &At<'_, '_>, report: &mut Report) {
    if list.is_empty() {
        report.required(list, "nonResourceURLs must contain at least one value");
    }
    if has_all(list) {
        alone(list, "non-resource URLs", report);
        return;
    }
    for url in list.items() {
        if let Some(reason) = against_url(url.text()) {
            report.bad_text(&url, url.text(), reason);
        }
    }
}

// ValidateNonResourceURLPath
fn against_url(path: &str) -> Option<&'static str> {
    let stars = path.bytes().filter(|byte| *byte == b'*').count();
    match path {
        "" => Some("must not be empty"),
        "/" => None,
        _ if !path.starts_with('/') => Some("must start with slash"),
        _ if path.contains(' ') => Some("must not contain white-space"),
        _ if path.contains("//") => Some("must not contain double slash"),
        _ if stars > 1 || (stars == 1 && !path.ends_with("/*")) => {
            Some("wildcard can only do suffix matching")
        }
        _ => None,
    }
}

// ValidateFlowSchemaResourcePolicyRule
fn resource_rule(rule: &At<'_, '_>, report: &mut Report) {
    verbs(&rule.child("verbs"), report);
    for (field, one, others) in
        [("apiGroups", "api group", "api groups"), ("resources", "resource", "resources")]
    {
        let list = rule.child(field);
        if list.is_empty() {
            report.required(&list, &format!("resource rules must supply at least one {one}"));
        }
        alone(&list, others, report);
    }
    let namespaces = rule.child("namespaces");
    if namespaces.is_empty() && !rule.child("clusterScope").flag() {
        let detail = "resource rules that are not cluster scoped must supply at least one namespace";
        report.required(&namespaces, detail);
    }
    if has_all(&namespaces) {
        alone(&namespaces, "namespaces", report);
        return;
    }
    for namespace in namespaces.items() {
        let text = namespace.text();
        for reason in names::against_namespace(text.as_bytes()) {
            let detail = format!("each member of this list must be '*' or a DNS-1123 label; {reason}");
            report.bad_text(&namespace, text, &detail);
        }
    }
}

/// The conditions of a FlowSchema or a PriorityLevelConfiguration.
// ValidateFlowSchemaStatus, ValidatePriorityLevelConfigurationStatus
pub(super) fn status(now: &At<'_, '_>, report: &mut Report) {
    let status = now.child("status");
    let mut seen = HashSet::new();
    for condition in status.child("conditions").items() {
        let kind = condition.child("type");
        if !seen.insert(kind.text()) {
            report.duplicate(&kind, quote(kind.text()));
        }
        if kind.text().is_empty() {
            let detail = if report.version() < 34 { "must not be empty" } else { "" };
            report.required(&kind, detail);
        }
    }
}
