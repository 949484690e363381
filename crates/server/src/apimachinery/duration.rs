//! Formats durations since a time as kubectl prints them, in at most two units.
// apimachinery: pkg/util/duration/duration.go HumanDuration; kubernetes:
// pkg/printers/internalversion/printers.go translateTimestampSince

use crdc_admission::Clock;
use crdc_vocabulary::go::{Layout, Time};
use serde_json::Value;

use crate::apimachinery::clock::ServerClock;

/// The time since a timestamp, such as the age of an object.
pub(crate) fn since(time: &Value, clock: &ServerClock) -> String {
    let then = time.as_str().and_then(|text| Some(Time::parse(text, Layout::Rfc3339).ok()?.seconds));
    then.map_or_else(|| "<unknown>".to_owned(), |then| human(clock.now().saturating_sub(then)))
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
    use super::*;
    use serde_json::json;

    #[test]
    fn times_may_have_fractions_and_zones() {
        let clock = ServerClock::new();
        clock.set(120);
        for (text, age) in [
            ("1970-01-01T00:01:00Z", "60s"),
            ("1970-01-01T00:01:00.999999Z", "60s"),
            ("1970-01-01T01:01:00+01:00", "60s"),
            ("1969-12-31T22:31:00.5-01:30", "60s"),
            ("1970-01-01T00:01:00", "<unknown>"),
            ("1970-01-01T00:01:00.Z", "<unknown>"),
            ("1970-01-01T00:01:00+0100", "<unknown>"),
            ("1970-01-01T00:01:00*01:00", "<unknown>"),
            // Go takes zones up to 24 hours.
            ("1970-01-01T00:01:00+24:00", "24h"),
            ("1970-01-01T00:01:00+25:00", "<unknown>"),
            ("1970-01-01T00:01:00+-1:00", "<unknown>"),
            ("1970-02-30T00:01:00Z", "<unknown>"),
            ("a\u{e9}", "<unknown>"),
        ] {
            assert_eq!(since(&json!(text), &clock), age, "{text}");
        }
    }
}
