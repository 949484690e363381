//! Timestamps: RFC 3339 as Go reads and writes it.
//
// go: time.Parse(time.RFC3339, …); cel-go: common/types/timestamp.go

use std::fmt::Write as _;

pub(super) const OVERFLOW: &str = "timestamp overflow";

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cel) struct Timestamp {
    /// Seconds since 1970.
    pub(super) seconds: i64,
    nanos: u32,
    /// Minutes east of UTC; none for `Z`.
    zone: Option<i32>,
}

impl Timestamp {
    pub(super) fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanos: 0, zone: None }
    }

    /// Whether it is in the years 1 to 9999.
    pub(super) fn is_in_range(self) -> bool {
        (-62_135_596_800..=253_402_300_799).contains(&self.seconds)
    }

    pub(super) fn parse(text: &str) -> Option<Timestamp> {
        let mut scan = Scan(text);
        let year = scan.number(4)?;
        scan.take('-')?;
        let month = scan.number(2)?;
        scan.take('-')?;
        let day = scan.number(2)?;
        scan.take('T')?;
        // Go reads an hour of one digit.
        let hour = scan.number(2).or_else(|| scan.number(1))?;
        scan.take(':')?;
        let minute = scan.number(2)?;
        scan.take(':')?;
        let second = scan.number(2)?;
        let nanos = scan.fraction();
        let zone = scan.zone()?;
        let days = days_in(year, month)?;
        if day < 1 || day > days || hour > 23 || minute > 59 || second > 59 || !scan.0.is_empty() {
            return None;
        }
        let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
        Some(Timestamp { seconds: seconds - i64::from(zone.unwrap_or_default()) * 60, nanos, zone })
    }

    /// The timestamp in its own zone, with as many digits of a second as it needs.
    pub(super) fn display(self) -> String {
        let local = self.seconds + i64::from(self.zone.unwrap_or_default()) * 60;
        let (days, rest) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let (year, month, day) = date(days);
        let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
        let mut shown = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        if self.nanos != 0 {
            let digits = format!("{:09}", self.nanos);
            let _ = write!(shown, ".{}", digits.trim_end_matches('0'));
        }
        match self.zone {
            None | Some(0) => shown.push('Z'),
            Some(zone) => {
                let sign = if zone < 0 { '-' } else { '+' };
                let _ = write!(shown, "{sign}{:02}:{:02}", zone.abs() / 60, zone.abs() % 60);
            }
        }
        shown
    }
}

struct Scan<'t>(&'t str);

impl Scan<'_> {
    fn take(&mut self, c: char) -> Option<()> {
        self.0 = self.0.strip_prefix(c)?;
        Some(())
    }

    fn number(&mut self, digits: usize) -> Option<i64> {
        let written = self.0.get(..digits).filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?;
        let number = written.parse().ok()?;
        self.0 = &self.0[digits..];
        Some(number)
    }

    /// A fraction of a second in nanoseconds. Later digits do not count.
    fn fraction(&mut self) -> u32 {
        let Some(rest) = self.0.strip_prefix(['.', ',']) else { return 0 };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return 0;
        }
        self.0 = &rest[digits..];
        let nanos = rest[..digits].bytes().chain(std::iter::repeat(b'0')).take(9);
        nanos.fold(0, |nanos, digit| nanos * 10 + u32::from(digit - b'0'))
    }

    /// Minutes east of UTC; `Some(None)` for `Z`.
    fn zone(&mut self) -> Option<Option<i32>> {
        if self.take('Z').is_some() {
            return Some(None);
        }
        let east = match self.0.as_bytes().first()? {
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        self.0 = &self.0[1..];
        let hours = self.number(2)?;
        self.take(':')?;
        let minutes = self.number(2)?;
        let zone = i32::try_from(hours * 60 + minutes).ok()?;
        (hours <= 24 && minutes < 60).then_some(Some(east * zone))
    }
}

fn days_in(year: i64, month: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    Some(match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    })
}

/// Days of the calendar, in cycles of 400 years that begin in March.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (cycle, of_cycle) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    cycle * 146_097 + of_cycle * 365 + of_cycle / 4 - of_cycle / 100 + of_year - 719_468
}

fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (cycle, of_cycle) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * shifted + 2) / 5 + 1, (shifted + 2) % 12 + 1);
    (cycle * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_read_as_go_reads_them() {
        let shown = |text: &str| Timestamp::parse(text).map(Timestamp::display);
        for same in ["2024-02-29T10:30:15.5Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.000000001+05:30"]
        {
            assert_eq!(shown(same).as_deref(), Some(same));
        }
        assert_eq!(shown("2024-01-01T1:02:03,5-00:00").as_deref(), Some("2024-01-01T01:02:03.5Z"));
        for wrong in ["2023-02-29T00:00:00Z", "2024-01-01", "2024-01-01t00:00:00Z", "2024-01-01T24:00:00Z"] {
            assert_eq!(shown(wrong), None, "{wrong}");
        }
        assert_eq!(Timestamp::parse("1970-01-02T00:00:00+01:00").map(|found| found.seconds), Some(82_800));
        let overflowing = Timestamp::parse("0000-01-01T00:00:00Z");
        assert!(overflowing.is_some_and(|found| !found.is_in_range()));
    }
}
