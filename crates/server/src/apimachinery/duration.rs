//! Formats durations since a time as kubectl prints them, in at most two units.
// apimachinery: pkg/util/duration/duration.go HumanDuration; kubernetes:
// pkg/printers/internalversion/printers.go translateTimestampSince

use crdc_admission::{Clock, seconds_of};
use serde_json::Value;

use crate::apimachinery::clock::ServerClock;

/// The time since a timestamp, such as the age of an object.
pub(crate) fn since(time: &Value, clock: &ServerClock) -> String {
    let then = time.as_str().and_then(seconds_of);
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
