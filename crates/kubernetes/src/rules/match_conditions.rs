//! Rules of match conditions: CEL expressions that select the requests of a policy or a webhook.
//
// kubernetes: pkg/apis/admissionregistration/validation/validation.go

use std::collections::HashSet;

use crdc_cel::compile::Scope;
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::expressions::{Expressions, Wanted};
use super::report::Report;

/// `matchConditions` of a policy or a webhook.
// validateMatchConditions
pub(super) fn conditions(
    list: &At<'_, '_>,
    expressions: &Expressions<'_>,
    scope: &mut Scope,
    report: &mut Report,
) {
    report.too_many(list, 64);
    let mut taken = HashSet::new();
    for condition in list.items() {
        let (name, expression) = (condition.child("name"), condition.child("expression"));
        if expression.text().trim().is_empty() {
            report.required(&expression, "");
        }
        expressions.check_authorized(&expression, Wanted::Condition, scope, report);
        match name.text() {
            "" => report.required(&name, ""),
            text => {
                report.against(&name, text, names::against_qualified_of(report.minor(), text.as_bytes()));
                if !taken.insert(text) {
                    report.duplicate(&name, quote(text));
                }
            }
        }
    }
}

/// Whether two lists have the same conditions: conditions of the stored object are not checked again.
// ignoreValidatingWebhookMatchConditions
pub(super) fn are_same(now: &At<'_, '_>, stored: &At<'_, '_>) -> bool {
    now.len() == stored.len()
        && now
            .items()
            .zip(stored.items())
            .all(|(now, stored)| same_texts(&now, &stored, ["name", "expression"]))
}

/// Whether two places have the same texts in two fields.
pub(super) fn same_texts(now: &At<'_, '_>, stored: &At<'_, '_>, fields: [&str; 2]) -> bool {
    fields.iter().all(|field| now.child(field).text() == stored.child(field).text())
}
