//! Parses times and sizes of settings. In: `10s`, `500ms`, `2m`; `7Mi`. Out: durations, bytes.

use std::time::Duration;

/// Parses a duration: a number with a unit.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let end = text.find(|unit: char| !unit.is_ascii_digit())?;
    let (number, unit) = text.split_at(end);
    let number: u64 = number.parse().ok()?;
    match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_secs(number.checked_mul(60)?)),
        "h" => Some(Duration::from_secs(number.checked_mul(3600)?)),
        _ => None,
    }
}

/// Parses a number of bytes: `7340032`, `7168Ki`, `7Mi`.
pub(super) fn bytes(text: &str) -> Option<usize> {
    let end = text.find(|unit: char| !unit.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit {
        "" => 1,
        "Ki" => 1 << 10,
        "Mi" => 1 << 20,
        _ => return None,
    };
    number.parse::<usize>().ok()?.checked_mul(factor)
}
