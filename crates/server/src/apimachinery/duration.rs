//! Formats durations since a time as kubectl prints them, in at most two units.
// apimachinery: pkg/util/duration/duration.go HumanDuration; kubernetes:
// pkg/printers/internalversion/printers.go translateTimestampSince

use crdc_admission::{Clock, seconds_of};
use serde_json::Value;

use crate::apimachinery::clock::ServerClock;

/// The time since a timestamp, such as the age of an object.
pub(crate) fn since(time: &Value, clock: &ServerClock) -> String {
    let then = time.as_str().and_then(instant);
    then.map_or_else(|| "<unknown>".to_owned(), |then| human(clock.now().saturating_sub(then)))
}

/// The seconds since 1970 of a time in RFC 3339, which may have a zone, and a fraction, which is dropped.
// go: time/format_rfc3339.go
fn instant(text: &str) -> Option<i64> {
    let (start, end) = text.split_at_checked("2006-01-02T15:04:05".len())?;
    let seconds = seconds_of(&format!("{start}Z"))?;
    let zone = match end.strip_prefix('.') {
        None => end,
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
            (zone.len() < fraction.len()).then_some(zone)?
        }
    };
    if zone == "Z" {
        return Some(seconds);
    }
    let number = |text: Option<&str>| {
        text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse::<i64>().ok()
    };
    let (hours, minutes) = (number(zone.get(1..3))?, number(zone.get(4..))?);
    if zone.len() != 6 || zone.get(3..4) != Some(":") || hours > 23 || minutes > 59 {
        return None;
    }
    let offset = hours * 3600 + minutes * 60;
    match zone.get(..1)? {
        "+" => Some(seconds - offset),
        "-" => Some(seconds + offset),
        _ => None,
    }
}

/// Formats a number of seconds as a duration.
pub(crate) fn human(seconds: i64) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let two = |first: i64, unit: &str, second: i64, other: &str| match second {
        0 => format!("{first}{unit}"),
        second => format!("{first}{unit}{second}{other}"),
    };
    match () {
        () if seconds < -1 => "<invalid>".to_owned(),
        () if seconds < 0 => "0s".to_owned(),
        () if seconds < 120 => format!("{seconds}s"),
        () if minutes < 10 => two(minutes, "m", seconds % 60, "s"),
        () if minutes < 180 => format!("{minutes}m"),
        () if hours < 8 => two(hours, "h", minutes % 60, "m"),
        () if hours < 48 => format!("{hours}h"),
        () if hours < 192 => two(hours / 24, "d", hours % 24, "h"),
        () if hours < 24 * 365 * 2 => format!("{}d", hours / 24),
        () if hours < 24 * 365 * 8 => two(hours / 24 / 365, "y", hours / 24 % 365, "d"),
        () => format!("{}y", hours / 24 / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::instant;

    #[test]
    fn times_may_have_fractions_and_zones() {
        for (text, seconds) in [
            ("1970-01-01T00:01:00Z", Some(60)),
            ("1970-01-01T00:01:00.999999Z", Some(60)),
            ("1970-01-01T01:01:00+01:00", Some(60)),
            ("1969-12-31T22:31:00.5-01:30", Some(60)),
            ("1970-01-01T00:01:00", None),
            ("1970-01-01T00:01:00.Z", None),
            ("1970-01-01T00:01:00+0100", None),
            ("1970-01-01T00:01:00*01:00", None),
            ("1970-01-01T00:01:00+24:00", None),
            ("1970-01-01T00:01:00+-1:00", None),
            ("1970-02-30T00:01:00Z", None),
            ("a\u{e9}", None),
        ] {
            assert_eq!(instant(text), seconds, "{text}");
        }
    }
}
