//! Rules of the questions to a server about what somebody may do. They are not stored, so only these rules
//! hold.
//
// kubernetes: pkg/apis/authorization/validation/validation.go; apimachinery:
// pkg/apis/meta/v1/validation/validation.go ValidateLabelSelectorRequirement,
// ValidateFieldSelectorRequirement

use crdc_source::Value;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::selector::{label_name, label_values};
use super::shown;

/// The group of the questions.
pub(super) const GROUP: &str = "authorization.k8s.io";

/// Which question it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// What the user of the request may do.
    Own,
    /// What another user may do.
    Other,
    /// What another user may do in the namespace of the question.
    Local,
}

/// A SelfSubjectAccessReview, SubjectAccessReview or LocalSubjectAccessReview.
// ValidateSubjectAccessReview, ValidateSelfSubjectAccessReview, ValidateLocalSubjectAccessReview
pub(super) fn review(root: &At<'_, '_>, question: Question, report: &mut Report) {
    let spec = root.child("spec");
    let (resource, other) = (spec.child("resourceAttributes"), spec.child("nonResourceAttributes"));
    match (resource.is_set(), other.is_set()) {
        (true, true) => {
            let detail = "cannot be specified in combination with resourceAttributes";
            report.invalid_unseen(&other.at_key(), detail);
        }
        (false, false) => {
            let detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
            report.invalid(&resource, shown::null(report.version()), detail);
        }
        _ => {}
    }
    let (user, groups) = (spec.child("user"), spec.child("groups"));
    if question != Question::Own && user.text().is_empty() && groups.is_empty() {
        report.bad_text(&user, "", "at least one of user or group must be specified");
    }
    for selector in ["fieldSelector", "labelSelector"] {
        let at = resource.child(selector);
        // kube_features.go AuthorizeWithSelectors: on since 1.32, and dropped before.
        if at.is_set() && report.version() >= 32 {
            requirements(&at, selector == "labelSelector", report);
        }
    }
    let metadata = root.child("metadata");
    let is_local = question == Question::Local;
    let may_have = |field: &str| field == "managedFields" || (is_local && field == "namespace");
    let is_empty = |at: &At<'_, '_>| match at.node().map(|node| &node.value) {
        None => true,
        Some(Value::String(text)) => text.is_empty(),
        Some(Value::Int(number)) => *number == 0,
        Some(_) => at.is_empty(),
    };
    if metadata.entries().any(|(field, value)| !may_have(field) && !is_empty(&value)) {
        let except = if is_local { " except for namespace" } else { "" };
        report.invalid_unseen(&metadata.at_key(), &format!("must be empty{except}"));
    }
    if !is_local {
        return;
    }
    let namespace = resource.child("namespace");
    let own = metadata.child("namespace");
    // Without a namespace the request says which one it is.
    if resource.is_set() && own.is_set() && namespace.text() != own.text() {
        report.bad_text(&namespace, namespace.text(), "must match metadata.namespace");
    }
    if other.is_set() {
        report.invalid_unseen(&other.at_key(), "disallowed on this kind of request");
    }
}

/// A selector of objects. Operators that are not known are left to the authorizer.
// validateFieldSelectorAttributes, validateLabelSelectorAttributes
fn requirements(at: &At<'_, '_>, is_label: bool, report: &mut Report) {
    let (raw, list) = (at.child("rawSelector"), at.child("requirements"));
    match (raw.text().is_empty(), list.is_empty()) {
        (false, false) => {
            let detail = "may not specified at the same time as requirements";
            report.invalid(&raw, quote(raw.text()), detail);
        }
        (true, true) => {
            let detail = format!("when {} is specified, requirements or rawSelector is required", at.path());
            report.required(&list, &detail);
        }
        _ => {}
    }
    for one in list.items() {
        let (key, operator, values) = (one.child("key"), one.child("operator"), one.child("values"));
        if key.text().is_empty() && !is_label {
            report.required(&key, "must be specified");
        }
        match operator.text() {
            "In" | "NotIn" if values.is_empty() => {
                report.required(&values, "must be specified when `operator` is 'In' or 'NotIn'");
            }
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                report.forbidden(&values, detail);
            }
            _ => {}
        }
        if is_label {
            label_name(&key, report);
            label_values(&values, report);
        }
    }
}
