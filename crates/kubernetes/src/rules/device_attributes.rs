//! Checks the attributes of a device, and what claims can ask of its capacities.
//
// kubernetes: pkg/apis/resource/validation/validation.go validateDeviceAttribute, validateRequestPolicy

use std::collections::HashSet;

use crdc_cel::Semver;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use crate::quantity::Quantity;

/// The most bytes of a text.
const LONGEST: usize = 64;
/// The most values that a claim can ask for.
const VALUES: usize = 10;
const UNION: &str = "exactly one value must be specified";

/// An attribute.
pub(super) fn attribute(at: &At<'_, '_>, report: &mut Report) {
    let (text, version) = (at.child("string"), at.child("version"));
    if text.text().len() > LONGEST {
        report.too_long(&text, LONGEST);
    }
    if version.is_set() {
        if !is_version(version.text()) {
            let detail = "must be a string compatible with semver.org spec 2.0.0";
            report.bad_text(&version, version.text(), detail);
        }
        if version.text().len() > LONGEST {
            report.too_long(&version, LONGEST);
        }
    }
    let set = ["bool", "int", "string", "version"].iter().filter(|field| at.child(field).is_set()).count();
    // kube_features.go DRAListTypeAttributes: off. What they leave may be nothing, and is not checked.
    if at.entries().any(|(field, _)| ["bools", "ints", "strings", "versions"].contains(&field)) {
        return;
    }
    match (set, report.version()) {
        (0, ..35) => report.required(at, UNION),
        (0, _) => report.bad_text(at, "", UNION),
        (1, _) => {}
        _ => report.invalid_unseen(at, UNION),
    }
}

/// Whether a text is a semantic version: Go's library takes more numbers than the pattern of the server.
fn is_version(text: &str) -> bool {
    let build = text.split_once('+').map(|(_, build)| build);
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let numbers = text.split(['-', '+']).next().unwrap_or_default();
    let is_number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part.len() == 1 || !part.starts_with('0'))
    };
    let without_numbers = text.get(numbers.len()..).unwrap_or_default();
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && build.is_none_or(|build| build.split('.').all(is_part))
        // The numbers of the pattern have any length.
        && Semver::parse(&format!("1.0.0{without_numbers}")).is_ok()
}

/// What claims can ask of a capacity.
pub(super) fn policy(capacity: &At<'_, '_>, is_shared: bool, report: &mut Report) {
    let at = capacity.child("requestPolicy");
    if !at.is_set() {
        return;
    }
    if !is_shared {
        return report.forbidden(&at, "allowMultipleAllocations must be true");
    }
    let (values, range, default) = (at.child("validValues"), at.child("validRange"), at.child("default"));
    let all = capacity.child("value");
    let Some(all) = Quantity::at(&all) else { return };
    let given = Quantity::at(&default);
    match (values.is_empty(), range.is_set()) {
        (false, true) => {
            let detail = "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at the same time";
            report.forbidden(&at, detail);
        }
        (false, false) => match given {
            None => report.required(&default, "required when validValues is defined"),
            Some(given) => valid_values(&values, given, all, report),
        },
        (true, true) => match given {
            None => report.required(&default, "required when validRange is defined"),
            Some(given) => valid_range(&range, given, all, report),
        },
        (true, false) => {}
    }
}

// validateRequestPolicyValidValues
fn valid_values(list: &At<'_, '_>, default: Quantity, all: Quantity, report: &mut Report) {
    let mut before: Option<Quantity> = None;
    for value in list.items() {
        let Some(found) = Quantity::at(&value) else { return };
        if before.is_some_and(|before| before.nanos > found.nanos) {
            report.bad_text(&value, &found.text(), "values must be sorted in ascending order");
        }
        before = Some(found);
    }
    if list.len() > VALUES {
        report.too_many(list, VALUES);
    } else {
        for value in list.items() {
            if let Some(found) = Quantity::at(&value).filter(|found| found.nanos > all.nanos) {
                let detail = format!("option is larger than capacity value: {}", all.text());
                report.bad_text(&value, &found.text(), &detail);
            }
        }
        let mut seen = HashSet::new();
        for value in list.items() {
            let Some(found) = Quantity::at(&value) else { continue };
            let number = found.units();
            if !seen.insert(number) {
                report.duplicate(&value, quote(&number.to_string()));
            }
        }
    }
    let is_valid = list.len() <= VALUES
        && list.items().filter_map(|value| Quantity::at(&value)).any(|found| found.nanos == default.nanos);
    if !is_valid {
        let detail = "default value is not valid according to the requestPolicy";
        report.bad_text(list, &default.text(), detail);
    }
}

// validateRequestPolicyRange
fn valid_range(at: &At<'_, '_>, default: Quantity, all: Quantity, report: &mut Report) {
    let [least, most, step] = ["min", "max", "step"].map(|field| at.child(field));
    let Some(min) = Quantity::at(&least) else {
        return report.required(&least, "required when validRange is defined");
    };
    let mut compare = |place: &At<'_, '_>, shown: Quantity, is_wrong: bool, detail: &str, than: Quantity| {
        if is_wrong {
            report.bad_text(place, &shown.text(), &format!("{detail}: {}", than.text()));
        }
    };
    compare(&least, min, min.nanos > all.nanos, "min is larger than capacity value", all);
    compare(&least, default, default.nanos < min.nanos, "default is less than min", min);
    let max = Quantity::at(&most);
    if let Some(max) = max {
        compare(&most, min, min.nanos > max.nanos, "min is larger than max", max);
        compare(&most, max, max.nanos > all.nanos, "max is larger than capacity value", all);
        compare(&most, default, default.nanos > max.nanos, "default is more than max", max);
    }
    let Some(by) = Quantity::at(&step) else { return };
    let first = min.plus(by);
    if first.nanos > all.nanos {
        let detail = format!("one step {} is larger than capacity value: {}", first.text(), all.text());
        report.bad_text(&step, &by.text(), &detail);
    }
    if by.units() == 0 {
        return;
    }
    for value in [Some(default), max].into_iter().flatten() {
        if (value.units() - min.units()) % by.units() != 0 {
            let detail =
                format!("value is not a multiple of a given step ({}) from ({})", by.text(), min.text());
            report.bad_text(&step, &value.text(), &detail);
        }
    }
}
