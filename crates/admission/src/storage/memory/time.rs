//! Times in the format of metadata: RFC 3339, in UTC, in whole seconds.

/// A clock.
pub trait Clock: Send + Sync {
    /// The current time in seconds since 1970.
    fn now(&self) -> i64;
}

impl<F: Fn() -> i64 + Send + Sync> Clock for F {
    fn now(&self) -> i64 {
        self()
    }
}

const DAY: i64 = 86_400;
/// The number of days in 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;
/// The number of days from 0000-03-01 to 1970-01-01. Years that begin in March have the leap day at their
/// end.
const EPOCH: i64 = 719_468;

/// Formats seconds since 1970 as a time in metadata: `2026-11-22T15:00:00Z`.
#[must_use]
pub fn format(seconds: i64) -> String {
    let (days, time) = (seconds.div_euclid(DAY) + EPOCH, seconds.rem_euclid(DAY));
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let [hour, minute, second] = [time / 3_600, time / 60 % 60, time % 60];
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Parses a time in metadata to seconds since 1970; `None` for any other text.
#[must_use]
pub fn parse(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (march_year, march_month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, year_of_era) = (march_year.div_euclid(400), march_year.rem_euclid(400));
    let day_of_year = (153 * march_month + 2) / 5 + day - 1;
    let days = era * ERA + 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year - EPOCH;
    let seconds = days * DAY + number(11..13)? * 3_600 + number(14..16)? * 60 + number(17..19)?;
    (format(seconds) == text).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::{format, parse};

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(format(0), "1970-01-01T00:00:00Z");
        assert_eq!(format(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(format(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(format(4_107_542_400), "2100-03-01T00:00:00Z");
        for seconds in (-60_000_000_000..200_000_000_000).step_by(12_345_677) {
            assert_eq!(parse(&format(seconds)), Some(seconds));
        }
        for text in ["", "2026-02-30T00:00:00Z", "2026-11-22T15:00:00+00:00", "2026-11-22 15:00:00Z"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
