//! Functions on durations: `duration(string)`, parts and arithmetic. Easy to break: the parts go through
//! float64 numbers, as in Go, which round long durations up.
//
// cel-go: common/types/{duration,overflow,string}.go; Go: time/time.go; kube-openapi: strfmt/duration.go

use alloc::format;

use crdc_vocabulary::format::{DurationError, parse_duration};
use crdc_vocabulary::go;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

const OVERFLOW: EvalError = EvalError::Static("integer overflow");

/// A span of time in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(i64);

impl Duration {
    /// Creates a duration from nanoseconds.
    #[must_use]
    pub const fn new(nanoseconds: i64) -> Duration {
        Duration(nanoseconds)
    }

    /// `duration(text)`: Go's form, such as `-1h30m0.5s`.
    ///
    /// # Errors
    /// The conversion fails for any other text.
    pub fn parse(text: &str) -> Evaluated<Duration> {
        go::parse_duration(text.as_bytes())
            .map(Duration)
            .ok_or(EvalError::Static("type conversion error from 'string' to 'google.protobuf.Duration'"))
    }

    /// The value of a string with the format `duration`, which is more than `duration()` reads: `3 weeks`.
    ///
    /// # Errors
    /// The text does not have the format.
    pub fn of_format(text: &str) -> Evaluated<Duration> {
        parse_duration(text.as_bytes()).map(Duration).map_err(|error| {
            EvalError::text(match error {
                DurationError::TooLarge(error) => format!("Invalid duration {text}: {error}"),
                DurationError::NoUnit => {
                    format!("Invalid duration {text}: unable to parse {text} as duration")
                }
            })
        })
    }

    /// The duration in nanoseconds: `int(duration)`.
    #[must_use]
    pub const fn nanoseconds(self) -> i64 {
        self.0
    }

    /// `string(duration)`: seconds, such as `5400.5s`.
    #[must_use]
    pub fn text(self, arena: &Arena) -> &str {
        arena.alloc_str(&go::duration_in_seconds(self.0))
    }

    /// `getHours()`: the whole duration in hours.
    #[must_use]
    pub fn hours(self) -> i64 {
        self.whole(3_600_000_000_000)
    }

    /// `getMinutes()`: the whole duration in minutes.
    #[must_use]
    pub fn minutes(self) -> i64 {
        self.whole(60_000_000_000)
    }

    /// `getSeconds()`: the whole duration in seconds.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.whole(1_000_000_000)
    }

    /// `getMilliseconds()`: the whole duration in milliseconds.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.0 / 1_000_000
    }

    /// Go adds the quotient and the fraction as float64 numbers before it drops the fraction.
    fn whole(self, unit: i64) -> i64 {
        ((self.0 / unit) as f64 + (self.0 % unit) as f64 / unit as f64) as i64
    }

    /// `duration + duration`.
    ///
    /// # Errors
    /// The nanoseconds overflow.
    pub fn plus(self, other: Duration) -> Evaluated<Duration> {
        self.0.checked_add(other.0).map(Duration).ok_or(OVERFLOW)
    }

    /// `duration - duration`.
    ///
    /// # Errors
    /// The nanoseconds overflow.
    pub fn minus(self, other: Duration) -> Evaluated<Duration> {
        self.0.checked_sub(other.0).map(Duration).ok_or(OVERFLOW)
    }

    /// `-duration`.
    ///
    /// # Errors
    /// The nanoseconds overflow.
    pub fn negate(self) -> Evaluated<Duration> {
        self.0.checked_neg().map(Duration).ok_or(OVERFLOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Duration {
        Duration::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn parts_count_the_whole_duration() {
        for (text, hours, minutes, seconds, milliseconds) in [
            ("10000s", 2, 166, 10_000, 10_000_000),
            ("3730s", 1, 62, 3_730, 3_730_000),
            ("-1h59m59.9999s", -1, -119, -7_199, -7_199_999),
            // The float64 of 1,000,000,000.999999999 seconds is the next whole number.
            ("1000000000.999999999s", 277_777, 16_666_666, 1_000_000_001, 1_000_000_000_999),
        ] {
            let found = parsed(text);
            let parts = (found.hours(), found.minutes(), found.seconds(), found.milliseconds());
            assert_eq!(parts, (hours, minutes, seconds, milliseconds), "{text}");
        }
    }

    #[test]
    fn arithmetic_is_checked() {
        assert_eq!(parsed("600s").plus(parsed("50s")), Ok(parsed("650s")));
        assert_eq!(parsed("900s").minus(parsed("42s")), Ok(parsed("858s")));
        assert_eq!(parsed("1s").negate(), Ok(parsed("-1s")));
        let (least, most) = (Duration::new(i64::MIN), Duration::new(i64::MAX));
        for found in [most.plus(parsed("1ns")), least.minus(parsed("1ns")), least.negate()] {
            assert_eq!(found, Err(OVERFLOW));
        }
        assert!(parsed("200s") < parsed("300s") && parsed("60s") != parsed("3600s"));
    }

    #[test]
    fn texts_are_read_and_written() {
        let arena = Arena::new();
        for (text, shown) in [("1h45m47s", "6347s"), ("1000000s", "1000000s"), ("-5ms", "-0.005s")] {
            assert_eq!(parsed(text).text(&arena), shown);
        }
        let wrong = Duration::parse("3 weeks").map_err(|error| alloc::string::ToString::to_string(&error));
        let expected = "type conversion error from 'string' to 'google.protobuf.Duration'";
        assert_eq!(wrong, Err(expected.into()));
    }

    #[test]
    fn formats_have_values() {
        assert_eq!(Duration::of_format("3 weeks"), Duration::parse("504h"));
        assert_eq!(Duration::of_format("1h30m"), Duration::parse("5400s"));
        for (text, expected) in [
            ("soon", "Invalid duration soon: unable to parse soon as duration"),
            (
                "99999999999999999999 days",
                "Invalid duration 99999999999999999999 days: strconv.Atoi: parsing \"99999999999999999999\": \
                 value out of range",
            ),
        ] {
            assert_eq!(Duration::of_format(text), Err(EvalError::text(expected.into())));
        }
    }
}
