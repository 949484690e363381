//! `duration`: Go's `time.ParseDuration`, or any number with a unit.
//
// kube-openapi: pkg/validation/strfmt/duration.go

use crate::expressions::compiled;

/// The units of Go's durations, in nanoseconds.
const UNITS: [(&str, u128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Whether a text has this format.
pub(super) fn has(text: &str) -> bool {
    is_go_duration(text) || has_numbers_with_units(text)
}

/// Whether `time.ParseDuration` accepts a text.
fn is_go_duration(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let one = r"([0-9]+\.?|[0-9]*\.[0-9]+)([^.0-9]+)";
    if !super::is(&format!("(?s:(?:{one})+)"), unsigned) {
        return false;
    }
    let Some(regex) = compiled(&format!("(?s:{one})")) else { return false };
    let limit = 1_u128 << 63;
    let mut total = 0;
    for found in regex.captures_iter(unsigned) {
        let Some((_, unit)) = UNITS.iter().find(|(name, _)| *name == &found[2]) else { return false };
        let (whole, part) = found[1].split_once('.').unwrap_or((&found[1], ""));
        let Ok(whole) = format!("0{whole}").parse::<u128>() else { return false };
        let part: String = part.chars().take(18).collect();
        let scale = 10_u128.pow(part.len() as u32);
        let Some(nanos) = whole.checked_mul(*unit) else { return false };
        let nanos = nanos + part.parse::<u128>().unwrap_or(0) * unit / scale;
        total += nanos;
        if nanos > limit || total > limit {
            return false;
        }
    }
    text.starts_with('-') || total < limit
}

/// Whether a text contains a number with a unit, such as `2 weeks`, and only numbers of at most 64 bits.
fn has_numbers_with_units(text: &str) -> bool {
    let Some(regex) = compiled(r"([0-9]+)[\t\n\x0C\r ]*([A-Za-zµ]+)") else { return false };
    let unit = "ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*";
    let mut found = false;
    for one in regex.captures_iter(text) {
        if one[1].parse::<i64>().is_err() {
            return false;
        }
        found |= super::is(unit, &one[2].to_lowercase());
    }
    found
}
