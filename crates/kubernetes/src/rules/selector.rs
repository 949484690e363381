//! Label selectors: whether they are valid, and what they match.
//
// apimachinery: pkg/apis/meta/v1/validation/validation.go ValidateLabelSelector, pkg/apis/meta/v1/helpers.go
// LabelSelectorAsSelector, pkg/labels/selector.go Matches

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::metadata::labels;
use super::report::Report;

/// Checks a label selector, if it is set. Returns whether it is valid, so that [`matches`] may be called.
pub(super) fn selector(at: &At<'_, '_>, report: &mut Report) -> bool {
    let before = report.count();
    labels(&at.child("matchLabels"), report);
    for requirement in at.child("matchExpressions").items() {
        let (operator, values) = (requirement.child("operator"), requirement.child("values"));
        match operator.text() {
            "In" | "NotIn" | "Exists" | "DoesNotExist" => number_of_values(&operator, &values, report),
            other => {
                report.invalid(&operator, quote(other), "not a valid selector operator");
                report.help("write `In`, `NotIn`, `Exists` or `DoesNotExist`");
            }
        }
        label_name(&requirement.child("key"), report);
        label_values(&values, report);
    }
    report.count() == before
}

/// The number of values that an operator of labels has.
pub(super) fn number_of_values(operator: &At<'_, '_>, values: &At<'_, '_>, report: &mut Report) {
    match operator.text() {
        "In" | "NotIn" if values.is_empty() => {
            report.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            report.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
        _ => {}
    }
}

/// The key of a label.
pub(super) fn label_name(at: &At<'_, '_>, report: &mut Report) {
    report.against(at, at.text(), names::against_qualified_of(report.minor(), at.text().as_bytes()));
}

pub(super) fn label_values(values: &At<'_, '_>, report: &mut Report) {
    for value in values.items() {
        report.against(
            &value,
            value.text(),
            names::against_label_value_of(report.minor(), value.text().as_bytes()),
        );
    }
}

/// Whether a selector selects all.
pub(super) fn is_everything(at: &At<'_, '_>) -> bool {
    at.child("matchLabels").is_empty() && at.child("matchExpressions").is_empty()
}

/// Whether a valid selector selects an object with these labels.
pub(super) fn matches(at: &At<'_, '_>, labels: &At<'_, '_>) -> bool {
    let labels = labels.index();
    matches_labels(at, |key| labels.get(key).map(|value| value.as_str().unwrap_or_default()))
}

/// Whether a valid selector selects an object whose labels `label` returns.
pub(super) fn matches_labels<'l>(at: &At<'_, '_>, label: impl Fn(&str) -> Option<&'l str>) -> bool {
    at.child("matchLabels").entries().all(|(key, value)| label(key) == Some(value.text()))
        && at.child("matchExpressions").items().all(|requirement| {
            let found = label(requirement.child("key").text());
            let values = requirement.child("values");
            let among = found.is_some_and(|found| values.items().any(|value| value.text() == found));
            match requirement.child("operator").text() {
                "In" => among,
                "NotIn" => !among,
                "Exists" => found.is_some(),
                _ => found.is_none(),
            }
        })
}
