//! Rules of admission policies.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go validateValidatingAdmissionPolicySpec

use std::collections::HashSet;

use crdc_cel::compile::types::Type;
use crdc_cel::compile::{RESERVED, Scope};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::expressions::{Expressions, Wanted, scope};
use super::report::Report;
use super::selector::selector;
use super::{match_conditions, shown, webhooks};

/// The lists of a policy, and the field of an item that contains an expression. The server does not count
/// variables as existing expressions.
// findValidatingPolicyPreexistingExpressions
const EXPRESSIONS: [(&str, &str); 4] = [
    ("matchConditions", "expression"),
    ("validations", "expression"),
    ("validations", "messageExpression"),
    ("auditAnnotations", "valueExpression"),
];

/// The most bytes of the expression of an annotation.
// maxAuditAnnotationValueExpressionLength
const LONGEST_VALUE: usize = 5 * 1024;

/// What a policy is about: its parameters and the requests that it gets. Also what happens if it fails.
pub(super) fn subject(spec: &At<'_, '_>, report: &mut Report) {
    report.one_of_if_set(&spec.child("failurePolicy"), &["Fail", "Ignore"]);
    let (param, constraints) = (spec.child("paramKind"), spec.child("matchConstraints"));
    if param.is_set() {
        param_kind(&param, report);
    }
    if !constraints.is_set() {
        return report.required(&constraints, "");
    }
    resources(&constraints, report);
    let rules = constraints.child("resourceRules");
    if rules.is_empty() {
        report.required(&rules, "");
    }
}

/// A ValidatingAdmissionPolicy.
pub(super) fn policy(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let stored = old.map(|old| old.child("spec"));
    subject(&spec, report);
    let mut scope = scope(spec.child("paramKind").is_set());
    let mut expressions = Expressions::new(report.version());
    if let Some(stored) = &stored {
        for (list, field) in EXPRESSIONS {
            expressions.keep(&stored.child(list), field);
        }
    }
    let conditions = spec.child("matchConditions");
    if !stored.is_some_and(|stored| has_same_conditions(&spec, &stored)) {
        match_conditions::conditions(&conditions, &expressions, &mut scope, report);
    }
    variables(&spec, &expressions, &mut scope, report);
    let (validations, annotations) = (spec.child("validations"), spec.child("auditAnnotations"));
    if validations.is_empty() && annotations.is_empty() {
        let detail = "validations or auditAnnotations must contain at least one item";
        report.required(&validations, detail);
        report.required(&annotations, detail);
    }
    for one in validations.items() {
        validation(&one, &expressions, &mut scope, report);
    }
    let mut keys = HashSet::new();
    for one in annotations.items() {
        annotation(&one, root.child("metadata").child("name").text(), &expressions, &mut scope, report);
        let key = one.child("key");
        if !keys.insert(key.text()) {
            report.duplicate(&key, quote(key.text()));
        }
    }
}

/// Checks the variables of a policy.
pub(super) fn variables(
    spec: &At<'_, '_>,
    expressions: &Expressions<'_>,
    scope: &mut Scope,
    report: &mut Report,
) {
    let list = spec.child("variables");
    // The name is only in scope if there are variables.
    if !list.is_empty() {
        scope.variables.declare_group("variables");
    }
    for one in list.items() {
        variable(&one, expressions, scope, report);
    }
}

/// Checks a variable, which is in scope for the expressions after it.
// validateVariable
fn variable(at: &At<'_, '_>, expressions: &Expressions<'_>, scope: &mut Scope, report: &mut Report) {
    let (name, expression) = (at.child("name"), at.child("expression"));
    for (field, detail) in [(&name, "name is not specified"), (&expression, "expression is not specified")] {
        if field.text().trim().is_empty() {
            report.required(field, detail);
        }
    }
    if !name.text().trim().is_empty() && !is_identifier(name.text()) {
        let detail = match report.version() {
            ..34 => "name is not a valid CEL identifier",
            _ => "must be a valid CEL identifier",
        };
        report.bad_text(&name, name.text(), detail);
    }
    let of = expressions.check_authorized(&expression, Wanted::Any, scope, report);
    let of = scope.types.of_variable(of.unwrap_or(Type::DYN));
    scope.variables.declare(format!("variables.{}", name.text()), of);
}

// validateValidation
fn validation(at: &At<'_, '_>, expressions: &Expressions<'_>, scope: &mut Scope, report: &mut Report) {
    let expression = at.child("expression");
    if expression.text().trim().is_empty() {
        report.required(&expression, "expression is not specified");
    }
    expressions.check_authorized(&expression, Wanted::Bool, scope, report);
    let message = at.child("messageExpression");
    if !message.text().is_empty() && message.text().trim().is_empty() {
        report.bad_text(&message, message.text(), "must be non-empty if specified");
    }
    // validateMessageExpression: it has no authorizer.
    expressions.check(&message, Wanted::Text, scope, report);
    let message = at.child("message");
    let what = if report.version() < 34 { "message " } else { "" };
    if !message.text().is_empty() && message.text().trim().is_empty() {
        report.bad_text(&message, message.text(), &format!("{what}must be non-empty if specified"));
    } else if message.text().trim().contains(['\n', '\r']) {
        report.bad_text(&message, message.text(), &format!("{what}must not contain line breaks"));
    }
    let reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
    report.one_of_if_set(&at.child("reason"), &reasons);
}

/// An annotation of a policy with this name.
// validateAuditAnnotation
fn annotation(
    at: &At<'_, '_>,
    policy: &str,
    expressions: &Expressions<'_>,
    scope: &mut Scope,
    report: &mut Report,
) {
    let (key, value) = (at.child("key"), at.child("valueExpression"));
    if !policy.is_empty() {
        let qualified = format!("{policy}/{}", key.text());
        report.against(&key, &qualified, names::against_qualified_of(report.minor(), qualified.as_bytes()));
    }
    let text = value.text().trim();
    if text.is_empty() {
        report.required(&value, "valueExpression is not specified");
    }
    if text.len() > LONGEST_VALUE {
        report.required(&value, &format!("must not exceed {LONGEST_VALUE} bytes in length"));
    } else {
        expressions.check_authorized(&value, Wanted::TextOrNull, scope, report);
    }
}

// isCELIdentifier
fn is_identifier(text: &str) -> bool {
    let is_letter = |byte: u8| byte == b'_' || byte.is_ascii_alphabetic();
    text.bytes().next().is_some_and(is_letter)
        && text.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
        && !RESERVED.contains(&text)
}

// validateParamKind
fn param_kind(at: &At<'_, '_>, report: &mut Report) {
    let (api_version, kind) = (at.child("apiVersion"), at.child("kind"));
    let text = api_version.text();
    let (group, version) = text.split_once('/').unwrap_or(("", text));
    match text {
        "" => report.required(&api_version, ""),
        _ if version.contains('/') => {
            report.bad_text(&api_version, text, &format!("unexpected GroupVersion string: {text}"));
        }
        _ => {
            if !group.is_empty() {
                report.against_at_once(&api_version, group, names::against_name(group.as_bytes()), ",");
            }
            match version {
                "" => report.bad_text(&api_version, text, "version must be specified"),
                _ => report.against_at_once(
                    &api_version,
                    version,
                    names::against_kind(version.as_bytes()),
                    ",",
                ),
            }
        }
    }
    let reasons = names::against_kind(kind.text().to_lowercase().as_bytes());
    match kind.text() {
        "" => report.required(&kind, ""),
        text if !reasons.is_empty() => {
            let detail = format!("may have mixed case, but should otherwise match: {}", reasons.join(","));
            report.bad_text(&kind, text, &detail);
        }
        _ => {}
    }
}

// validateParamRef
fn param_ref(at: &At<'_, '_>, report: &mut Report) {
    let (name, chosen, action) =
        (at.child("name"), at.child("selector"), at.child("parameterNotFoundAction"));
    report.against(&name, name.text(), names::against_segment(name.text().as_bytes()));
    selector(&chosen, report);
    match (name.text(), chosen.is_set()) {
        ("", false) => report.required(at, "one of name or selector must be specified"),
        ("", true) | (_, false) => {}
        (_, true) => {
            for field in [&name, &chosen] {
                report.forbidden(field, "name and selector are mutually exclusive");
            }
        }
    }
    report.required_text(&action);
    report.one_of(&action, &["Deny", "Allow"]);
}

// ignoreValidatingAdmissionPolicyMatchConditions
pub(super) fn has_same_conditions(spec: &At<'_, '_>, stored: &At<'_, '_>) -> bool {
    let (param, stored_param) = (spec.child("paramKind"), stored.child("paramKind"));
    param.is_set() == stored_param.is_set()
        && match_conditions::same_texts(&param, &stored_param, ["apiVersion", "kind"])
        && match_conditions::are_same(&spec.child("matchConditions"), &stored.child("matchConditions"))
}

// validateMatchResources
fn resources(at: &At<'_, '_>, report: &mut Report) {
    report.one_of_if_set(&at.child("matchPolicy"), &["Equivalent", "Exact"]);
    selector(&at.child("namespaceSelector"), report);
    selector(&at.child("objectSelector"), report);
    for list in ["resourceRules", "excludeResourceRules"] {
        for rule in at.child(list).items() {
            let mut seen = HashSet::new();
            for name in rule.child("resourceNames").items() {
                report.against(&name, name.text(), names::against_segment(name.text().as_bytes()));
                if !seen.insert(name.text()) {
                    report.duplicate(&name, quote(name.text()));
                }
            }
            webhooks::rule(&rule, report);
        }
    }
}

/// The name of the policy of a binding.
pub(super) fn policy_name(name: &At<'_, '_>, report: &mut Report) {
    match name.text() {
        "" => report.required(name, ""),
        text => report.against(name, text, names::against_name(text.as_bytes())),
    }
}

/// The parameters of a binding, and the requests that it selects.
pub(super) fn reference(spec: &At<'_, '_>, report: &mut Report) {
    let parameters = spec.child("paramRef");
    if parameters.is_set() {
        param_ref(&parameters, report);
    }
    let matched = spec.child("matchResources");
    if matched.is_set() {
        resources(&matched, report);
    }
}

/// A ValidatingAdmissionPolicyBinding.
pub(super) fn binding(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    policy_name(&spec.child("policyName"), report);
    reference(&spec, report);
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
