//! Policies of admission.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicySpec

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::expressions::{Expressions, Wanted};
use super::report::Report;
use super::selector::selector;
use super::{match_conditions, shown, webhooks};

/// A ValidatingAdmissionPolicy.
pub(super) fn policy(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    report.one_of_if_set(&spec.child("failurePolicy"), &["Fail", "Ignore"]);
    let param = spec.child("paramKind");
    if param.is_set() {
        for field in ["apiVersion", "kind"] {
            report.required_text(&param.child(field));
        }
    }
    let constraints = spec.child("matchConstraints");
    if constraints.is_set() {
        resources(&constraints, report);
        if constraints.child("resourceRules").is_empty() {
            report.required(&constraints.child("resourceRules"), "");
        }
    } else {
        report.required(&constraints, "");
    }
    match_conditions::conditions(&spec.child("matchConditions"), param.is_set(), report);
    let expressions = Expressions::new(report.version(), param.is_set(), true);
    for variable in spec.child("variables").items() {
        for (field, detail) in
            [("name", "name is not specified"), ("expression", "expression is not specified")]
        {
            if variable.child(field).text().trim().is_empty() {
                report.required(&variable.child(field), detail);
            }
        }
        expressions.check(&variable.child("expression"), Wanted::Any, report);
    }
    let (validations, annotations) = (spec.child("validations"), spec.child("auditAnnotations"));
    if validations.is_empty() && annotations.is_empty() {
        let detail = "validations or auditAnnotations must contain at least one item";
        report.required(&validations, detail);
        report.required(&annotations, detail);
    }
    for validation in validations.items() {
        if validation.child("expression").text().trim().is_empty() {
            report.required(&validation.child("expression"), "expression is not specified");
        }
        expressions.check(&validation.child("expression"), Wanted::Bool, report);
        expressions.check(&validation.child("messageExpression"), Wanted::Text, report);
    }
    for annotation in annotations.items() {
        expressions.check(&annotation.child("valueExpression"), Wanted::TextOrNull, report);
    }
}

// validateMatchResources
fn resources(at: &At<'_, '_>, report: &mut Report) {
    report.one_of_if_set(&at.child("matchPolicy"), &["Equivalent", "Exact"]);
    selector(&at.child("namespaceSelector"), report);
    selector(&at.child("objectSelector"), report);
    for list in ["resourceRules", "excludeResourceRules"] {
        at.child(list).items().for_each(|rule| webhooks::rule(&rule, report));
    }
}

/// A ValidatingAdmissionPolicyBinding.
pub(super) fn binding(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let name = spec.child("policyName");
    match name.text() {
        "" => report.required(&name, ""),
        text => report.against(&name, text, names::against_name(text.as_bytes())),
    }
    let matched = spec.child("matchResources");
    if matched.is_set() {
        resources(&matched, report);
    }
    let actions = spec.child("validationActions");
    let mut seen = HashSet::new();
    for action in actions.items() {
        report.one_of(&action, &["Audit", "Deny", "Warn"]);
        if !seen.insert(action.text()) {
            report.duplicate(&action, quote(action.text()));
        }
    }
    if seen.contains("Deny") && seen.contains("Warn") {
        let detail = "must not contain both Deny and Warn (repeating the same validation failure information in the API response and \
            headers serves no purpose)";
        report.invalid(&actions, shown::list(&actions, report.version()), detail);
    }
    if seen.is_empty() {
        report.required(&actions, "at least one validation action is required");
    }
}
