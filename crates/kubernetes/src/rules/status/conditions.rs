//! Conditions that are `metav1.Condition`.
//
// apimachinery: pkg/apis/meta/v1/validation/validation.go ValidateConditions

use std::collections::HashSet;

use crdc_vocabulary::go::quote;

use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::selector::label_name;

const REASON: &str = "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', \
     and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', \
     regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/// A list of conditions.
pub(in crate::rules) fn conditions(list: &At<'_, '_>, report: &mut Report) {
    let mut seen = HashSet::new();
    for condition in list.items() {
        let kind = condition.child("type");
        if !seen.insert(kind.text()) {
            report.duplicate(&kind, quote(kind.text()));
        }
        label_name(&kind, report);
        let status = condition.child("status");
        if !["False", "True", "Unknown"].contains(&status.text()) {
            report.unsupported(&status, status.text(), &["False", "True", "Unknown"]);
        }
        let generation = condition.child("observedGeneration");
        if let Some(number) = generation.int().filter(|number| *number < 0) {
            report.invalid(&generation, number, "must be greater than or equal to zero");
        }
        let time = condition.child("lastTransitionTime");
        if !time.is_set() {
            report.required(&time, "");
        }
        let reason = condition.child("reason");
        match reason.text() {
            "" => report.required(&reason, ""),
            text => {
                if !is_reason(text) {
                    report.bad_text(&reason, text, REASON);
                }
                if text.len() > 1024 {
                    report.too_long(&reason, 1024);
                }
            }
        }
        let message = condition.child("message");
        if message.text().len() > 32 * 1024 {
            report.too_long(&message, 32 * 1024);
        }
    }
}

fn is_reason(text: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let is_end = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bytes = text.as_bytes();
    bytes.first().is_some_and(is_letter)
        && bytes.last().is_some_and(is_end)
        && bytes.iter().all(|byte| is_end(byte) || b",:".contains(byte))
}
