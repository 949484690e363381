//! Times of entries: RFC 3339 in UTC, whole seconds.
//
// apimachinery: pkg/apis/meta/v1/time.go

use std::fmt::{self, Display, Formatter};

/// A point in time, in seconds since 1970 (UTC). No function reads the clock: callers pass the time.
///
/// ```
/// use crdc_apply::Time;
///
/// let time = Time::parse("2026-02-28T23:59:59+01:00").ok_or("no time")?;
/// assert_eq!(time, Time(1_772_319_599));
/// assert_eq!(time.to_string(), "2026-02-28T22:59:59Z");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub i64);

const DAY: i64 = 86_400;

impl Time {
    /// The zero time of Go, which Go writes as null.
    pub(super) const ZERO: Time = Time(-62_135_596_800);

    /// Parses RFC 3339; fractions of seconds are dropped.
    pub fn parse(text: &str) -> Option<Time> {
        let number = |range: std::ops::Range<usize>| {
            let digits = text.get(range)?;
            if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse::<i64>().ok() } else { None }
        };
        let is = |at: usize, byte: u8| text.as_bytes().get(at) == Some(&byte);
        if !(is(4, b'-') && is(7, b'-') && is(10, b'T') && is(13, b':') && is(16, b':')) {
            return None;
        }
        let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
        let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
        if !(1..=12).contains(&month)
            || !(1..=days_of(year, month)).contains(&day)
            || hour > 23
            || minute > 59
            || second > 59
        {
            return None;
        }
        let rest = text.get(19..)?;
        let zone = match rest.strip_prefix(['.', ',']) {
            None => rest,
            Some(fraction) => {
                let zone = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
                if zone.len() == fraction.len() {
                    return None;
                }
                zone
            }
        };
        let local = days_before(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
        Some(Time(local - offset(zone)?))
    }
}

/// The offset of a time zone in seconds east of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let bytes = zone.as_bytes();
    let [sign @ (b'+' | b'-'), hours @ .., b':', _, _] = bytes else { return None };
    let two = |digits: &[u8]| match digits {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            Some(i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
        }
        _ => None,
    };
    let (hours, minutes) = (two(hours)?, two(bytes.get(bytes.len() - 2..)?)?);
    if hours > 24 || minutes > 60 {
        return None;
    }
    let seconds = hours * 3600 + minutes * 60;
    Some(if *sign == b'-' { -seconds } else { seconds })
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar: years begin in March, so that the leap day is
/// the last one.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

impl Display for Time {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let (days, seconds) = (self.0.div_euclid(DAY) + 719_468, self.0.rem_euclid(DAY));
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}
