//! Functions on timestamps: `timestamp(string)`, `timestamp(int)`, fields and arithmetic. Easy to break: a
//! timestamp keeps the offset that it was written with. Fields without a zone and `string()` use it,
//! comparisons do not.
//
// cel-go: common/types/{timestamp,overflow,string,int}.go; apiserver: pkg/cel/common/valuesunstructured.go;
// kube-openapi: strfmt/time.go

use alloc::format;
use alloc::string::ToString;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use crdc_vocabulary::go::{Date, Layout, Time, date_of_day, day_of_date};
use crdc_vocabulary::rules::TIMESTAMPS;

use super::duration::Duration;
use super::zone::Zone;
use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

const SECOND: i64 = 1_000_000_000;
const OVERFLOW: EvalError = EvalError::Static("timestamp overflow");
const INTEGER_OVERFLOW: EvalError = EvalError::Static("integer overflow");

/// A point in time. Timestamps that expressions make are in the years 1 to 9999; timestamps of strings with a
/// format can be in the year 0.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp(Time);

impl Timestamp {
    /// Creates a timestamp from seconds since 1970, nanoseconds below 1,000,000,000, and the offset of its
    /// zone in seconds east of UTC.
    #[must_use]
    pub const fn new(seconds: i64, nanoseconds: u32, offset: i32) -> Timestamp {
        Timestamp(Time { seconds, nanoseconds, offset })
    }

    /// `timestamp(text)`: RFC 3339 as Go reads it.
    ///
    /// # Errors
    /// The text has another form, or the year is 0 in UTC.
    pub fn parse(text: &str) -> Evaluated<Timestamp> {
        let time = Time::parse(text, Layout::Rfc3339).map_err(|_| {
            EvalError::Static("type conversion error from 'string' to 'google.protobuf.Timestamp'")
        })?;
        Timestamp(time).in_range()
    }

    /// `timestamp(seconds)`: seconds since 1970.
    ///
    /// # Errors
    /// The year is not in 1 to 9999.
    pub fn from_seconds(seconds: i64) -> Evaluated<Timestamp> {
        Timestamp::new(seconds, 0, 0).in_range()
    }

    /// The value of a string with the format `date-time`. Its year can be 0.
    ///
    /// # Errors
    /// The text has the format for the server's check, but not for its parser.
    pub fn of_date_time(text: &str) -> Evaluated<Timestamp> {
        if text.is_empty() {
            return Ok(Timestamp::new(0, 0, 0));
        }
        // The server tries five layouts. Two of them only require certain digits, one is equal; the error is
        // the one of the last.
        let found = Time::parse(text, Layout::Rfc3339).or_else(|_| Time::parse(text, Layout::DateTime));
        let invalid = |error| EvalError::text(format!("Invalid date-time formatted string {text}: {error}"));
        found.map(Timestamp).map_err(invalid)
    }

    /// The value of a string with the format `date`: midnight in UTC. Its year can be 0.
    ///
    /// # Errors
    /// The text does not have the format.
    pub fn of_date(text: &str) -> Evaluated<Timestamp> {
        let invalid = |error| EvalError::text(format!("Invalid date formatted string {text}: {error}"));
        Time::parse(text, Layout::Date).map(Timestamp).map_err(invalid)
    }

    fn in_range(self) -> Evaluated<Timestamp> {
        if TIMESTAMPS.contains(&self.0.seconds) { Ok(self) } else { Err(OVERFLOW) }
    }

    /// `int(timestamp)`: seconds since 1970.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.seconds
    }

    /// `string(timestamp)`: RFC 3339 in its own zone, with as many digits of a second as it needs.
    #[must_use]
    pub fn text(self, arena: &Arena) -> &str {
        arena.alloc_str(&self.0.to_string())
    }

    /// RFC 3339 in UTC, as `format()` writes timestamps in lists and maps.
    #[must_use]
    pub fn text_in_utc(self, arena: &Arena) -> &str {
        arena.alloc_str(&Time { offset: 0, ..self.0 }.to_string())
    }

    /// `timestamp + duration`, in the zone of the timestamp.
    ///
    /// # Errors
    /// The year is not in 1 to 9999.
    pub fn plus(self, duration: Duration) -> Evaluated<Timestamp> {
        let added = duration.nanoseconds();
        let nanoseconds = i64::from(self.0.nanoseconds) + added % SECOND;
        let seconds = self.0.seconds.checked_add(added / SECOND).ok_or(INTEGER_OVERFLOW)?;
        let seconds = seconds.checked_add(nanoseconds.div_euclid(SECOND)).ok_or(INTEGER_OVERFLOW)?;
        Timestamp::new(seconds, nanoseconds.rem_euclid(SECOND) as u32, self.0.offset).in_range()
    }

    /// `timestamp - duration`, in the zone of the timestamp.
    ///
    /// # Errors
    /// The year is not in 1 to 9999, or the duration cannot be negated.
    pub fn minus(self, duration: Duration) -> Evaluated<Timestamp> {
        self.plus(duration.negate()?)
    }

    /// `timestamp - timestamp`.
    ///
    /// # Errors
    /// The nanoseconds overflow: after about 292 years.
    pub fn since(self, other: Timestamp) -> Evaluated<Duration> {
        let seconds = self.0.seconds.checked_sub(other.0.seconds);
        let scaled = seconds.and_then(|seconds| seconds.checked_mul(SECOND));
        let nanoseconds = i64::from(self.0.nanoseconds) - i64::from(other.0.nanoseconds);
        scaled.and_then(|scaled| scaled.checked_add(nanoseconds)).map(Duration::new).ok_or(INTEGER_OVERFLOW)
    }

    /// The calendar of UTC, which functions without a zone use whatever zone the timestamp was written in.
    // cel-go: common/stdlib/standard.go (utcTZ)
    #[must_use]
    pub fn utc(self) -> Calendar {
        self.calendar(0)
    }

    /// The calendar of a zone.
    #[must_use]
    pub fn within(self, zone: Zone) -> Calendar {
        self.calendar(zone.offset_at(self.0.seconds))
    }

    fn calendar(self, offset: i64) -> Calendar {
        Calendar { seconds: self.0.seconds.saturating_add(offset), nanoseconds: self.0.nanoseconds }
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Timestamp) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Timestamp) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Timestamp) -> Ordering {
        (self.0.seconds, self.0.nanoseconds).cmp(&(other.0.seconds, other.0.nanoseconds))
    }
}

impl Hash for Timestamp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.seconds, self.0.nanoseconds).hash(state);
    }
}

/// A timestamp on the calendar and clock of a zone.
#[derive(Clone, Copy, Debug)]
pub struct Calendar {
    /// The seconds since 1970 on the clock of the zone.
    seconds: i64,
    nanoseconds: u32,
}

impl Calendar {
    fn days(self) -> i64 {
        self.seconds.div_euclid(86_400)
    }

    fn second_of_day(self) -> i64 {
        self.seconds.rem_euclid(86_400)
    }

    fn on(self) -> Date {
        date_of_day(self.days())
    }

    /// `getFullYear()`.
    #[must_use]
    pub fn full_year(self) -> i64 {
        self.on().year
    }

    /// `getMonth()`: from 0.
    #[must_use]
    pub fn month(self) -> i64 {
        self.on().month - 1
    }

    /// `getDayOfYear()`: from 0.
    #[must_use]
    pub fn day_of_year(self) -> i64 {
        self.days() - day_of_date(Date { year: self.full_year(), month: 1, day: 1 })
    }

    /// `getDayOfMonth()`: from 0.
    #[must_use]
    pub fn day_of_month(self) -> i64 {
        self.on().day - 1
    }

    /// `getDate()`: the day of the month, from 1.
    #[must_use]
    pub fn date(self) -> i64 {
        self.on().day
    }

    /// `getDayOfWeek()`: from 0 on Sunday.
    #[must_use]
    pub fn day_of_week(self) -> i64 {
        // 1970 began on a Thursday.
        (self.days() + 4).rem_euclid(7)
    }

    /// `getHours()`: of the day.
    #[must_use]
    pub fn hours(self) -> i64 {
        self.second_of_day() / 3_600
    }

    /// `getMinutes()`: of the hour.
    #[must_use]
    pub fn minutes(self) -> i64 {
        self.second_of_day() / 60 % 60
    }

    /// `getSeconds()`: of the minute.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.second_of_day() % 60
    }

    /// `getMilliseconds()`: of the second.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        i64::from(self.nanoseconds / 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn duration(text: &str) -> Duration {
        Duration::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Rows of the record and, with an offset, of Go's documentation.
    #[test]
    fn fields() {
        let fields = |found: Calendar| {
            let date = [found.full_year(), found.month(), found.date(), found.day_of_month()];
            let time = [found.hours(), found.minutes(), found.seconds(), found.milliseconds()];
            (date, [found.day_of_week(), found.day_of_year()], time)
        };
        for (text, expected) in [
            ("2009-02-13T23:31:30Z", ([2009, 1, 13, 12], [5, 43], [23, 31, 30, 0])),
            ("2009-02-13T23:31:20.123456789Z", ([2009, 1, 13, 12], [5, 43], [23, 31, 20, 123])),
            // Not in the zone that is written.
            ("2025-01-01T00:59:59+02:00", ([2024, 11, 31, 30], [2, 365], [22, 59, 59, 0])),
            ("0001-01-01T00:00:00Z", ([1, 0, 1, 0], [1, 0], [0, 0, 0, 0])),
        ] {
            assert_eq!(fields(at(text).utc()), expected, "{text}");
        }
    }

    #[test]
    fn fields_in_zones() {
        let zone = |text| Zone::find(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found = at("2009-02-13T23:31:30Z");
        assert_eq!(found.within(zone("+11:00")).day_of_month(), 13);
        assert_eq!(at("2009-02-13T02:00:00Z").within(zone("-02:30")).day_of_month(), 11);
        assert_eq!(found.within(zone("-09:30")).full_year(), 2009);
        assert_eq!(found.within(zone("02:00")).hours(), 1);
        assert_eq!(found.within(zone("UTC")).day_of_week(), 5);
        assert_eq!(at("2024-02-29T10:30:15.5Z").within(zone("+05:30")).date(), 29);
        assert_eq!(at("9999-12-31T23:59:59Z").within(zone("+05:30")).date(), 1);
        assert_eq!(at("2025-01-01T00:00:00+02:00").within(zone("+05:30")).hours(), 3);
        // A zone replaces the offset that is written.
        assert_eq!(at("2024-12-31T23:59:59+02:00").within(Zone::UTC).hours(), 21);
        assert_eq!(at("9999-12-31T23:59:59Z").within(Zone::fixed(3_600)).full_year(), 10_000);
        #[cfg(feature = "timezones")]
        {
            assert_eq!(found.within(zone("Australia/Sydney")).date(), 14);
            assert_eq!(found.within(zone("US/Central")).day_of_year(), 43);
            assert_eq!(found.within(zone("Asia/Kathmandu")).minutes(), 16);
            assert_eq!(at("2009-02-13T02:00:00Z").within(zone("America/St_Johns")).day_of_month(), 11);
            let new_york = zone("America/New_York");
            assert_eq!(at("0001-01-01T00:00:00Z").within(new_york).full_year(), 0);
            assert_eq!(at("2025-01-01T00:00:00+02:00").within(new_york).full_year(), 2024);
            for (text, day) in [("2024-02-29T10:30:15.5Z", 4), ("1970-01-01T00:00:00Z", 3)] {
                assert_eq!(at(text).within(new_york).day_of_week(), day, "{text}");
            }
            assert_eq!(at("9999-12-31T23:59:59Z").within(new_york).day_of_week(), 5);
        }
    }

    #[test]
    fn arithmetic_is_checked() {
        for (time, added, sum) in [
            ("2009-02-13T23:00:00Z", "240s", Ok("2009-02-13T23:04:00Z")),
            ("0001-01-01T00:00:01.000000001Z", "-999999999ns", Ok("0001-01-01T00:00:00.000000002Z")),
            ("0001-01-01T00:00:01.999999999Z", "999999999ns", Ok("0001-01-01T00:00:02.999999998Z")),
            ("2009-02-13T23:10:00+02:00", "-600s", Ok("2009-02-13T23:00:00+02:00")),
            ("0001-01-01T00:00:00Z", "-1s", Err(OVERFLOW)),
            ("9999-12-31T23:59:59Z", "1s", Err(OVERFLOW)),
            ("9999-12-31T23:59:59.999999999Z", "1ns", Err(OVERFLOW)),
            ("0001-01-01T00:00:00Z", "-1ns", Err(OVERFLOW)),
        ] {
            let arena = Arena::new();
            assert_eq!(
                at(time).plus(duration(added)).map(|found| found.text(&arena)),
                sum,
                "{time} + {added}"
            );
        }
        let found = at("2009-02-13T23:00:00Z");
        assert_eq!(found.minus(Duration::new(i64::MIN)), Err(INTEGER_OVERFLOW));
        assert_eq!(found.minus(duration("1h")), Ok(at("2009-02-13T22:00:00Z")));
        assert_eq!(at("2009-02-13T23:31:00Z").since(at("2009-02-13T23:29:00Z")), Ok(duration("120s")));
        let (first, last) = (at("0001-01-01T00:00:00Z"), at("9999-12-31T23:59:59Z"));
        assert_eq!(last.since(first), Err(INTEGER_OVERFLOW));
        assert_eq!(first.since(last), Err(INTEGER_OVERFLOW));
    }

    #[test]
    fn zones_do_not_count_in_comparisons() {
        assert_eq!(at("2009-02-13T23:31:30Z"), at("2009-02-14T00:31:30+01:00"));
        assert!(at("2009-02-13T23:00:00Z") < at("2009-02-13T23:00:00.000000001Z"));
    }

    #[test]
    fn conversions() {
        assert_eq!(at("2004-09-16T23:59:59Z").seconds(), 1_095_379_199);
        assert_eq!(Timestamp::from_seconds(1_000_000_000), Timestamp::parse("2001-09-09T01:46:40Z"));
        assert_eq!(Timestamp::from_seconds(253_402_300_800), Err(OVERFLOW));
        assert_eq!(Timestamp::from_seconds(i64::MIN), Err(OVERFLOW));
        assert_eq!(Timestamp::parse("0000-12-31T23:59:59Z"), Err(OVERFLOW));
        let wrong = "type conversion error from 'string' to 'google.protobuf.Timestamp'";
        assert_eq!(Timestamp::parse("2004-09-16"), Err(EvalError::Static(wrong)));
        let arena = Arena::new();
        let found = at("2023-02-03T23:31:20.50+01:00");
        assert_eq!(found.text(&arena), "2023-02-03T23:31:20.5+01:00");
        assert_eq!(found.text_in_utc(&arena), "2023-02-03T22:31:20.5Z");
    }

    #[test]
    fn formats_have_values() {
        assert_eq!(Timestamp::of_date("2024-02-29"), Ok(at("2024-02-29T00:00:00Z")));
        assert_eq!(Timestamp::of_date("0000-01-01").map(Timestamp::seconds), Ok(-62_167_219_200));
        assert_eq!(Timestamp::of_date_time("2024-05-01T10:00:00,5-07:00"), Ok(at("2024-05-01T17:00:00.5Z")));
        for (text, expected) in [
            (
                "2024-05-01T10:00:00z",
                "Invalid date-time formatted string 2024-05-01T10:00:00z: parsing time \
                 \"2024-05-01T10:00:00z\": extra text: \"z\"",
            ),
            (
                "2024-05-01t10:00:00Z",
                "Invalid date-time formatted string 2024-05-01t10:00:00Z: parsing time \
                 \"2024-05-01t10:00:00Z\" as \"2006-01-02T15:04:05\": cannot parse \"t10:00:00Z\" as \"T\"",
            ),
        ] {
            assert_eq!(Timestamp::of_date_time(text), Err(EvalError::text(expected.into())));
        }
        let expected =
            "Invalid date formatted string 2024-02-30: parsing time \"2024-02-30\": day out of range";
        assert_eq!(Timestamp::of_date("2024-02-30"), Err(EvalError::text(expected.into())));
    }
}
