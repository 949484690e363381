//! Conditions in CEL under which a policy or a webhook is asked.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::expressions::{Expressions, Wanted};
use super::report::Report;

/// `matchConditions` of a policy or a webhook.
// validateMatchConditions
pub(super) fn conditions(list: &At<'_, '_>, params: bool, report: &mut Report) {
    if list.is_empty() {
        return;
    }
    let expressions = Expressions::new(report.version(), params, false);
    let mut taken = HashSet::new();
    for condition in list.items() {
        let (name, expression) = (condition.child("name"), condition.child("expression"));
        if expression.text().trim().is_empty() {
            report.required(&expression, "");
        }
        expressions.check(&expression, Wanted::Bool, report);
        match name.text() {
            "" => report.required(&name, ""),
            text => {
                report.against(&name, text, names::against_qualified(text.as_bytes()));
                if !taken.insert(text) {
                    report.duplicate(&name, quote(text));
                }
            }
        }
    }
}
