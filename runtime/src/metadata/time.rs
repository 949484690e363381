//! Timestamps of metadata. In: text. Out: the same instant in the server's stored form, or the message of
//! Go's `time.Parse(time.RFC3339, …)`. Easy to break: Go accepts more than RFC 3339 (one-digit hours, a comma
//! before the fraction, offsets up to 24:60), and has different messages for values out of range and for text
//! that does not parse.
// apimachinery: pkg/apis/meta/v1/time.go; Go: time/format.go

use alloc::{format, string::String};

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// `text` in UTC with whole seconds; `None` for Go's zero time, the first instant of year 1.
///
/// # Errors
/// Go's parse error.
pub(super) fn normalize(text: &str) -> Result<Option<String>, String> {
    let instant = Parser { text, rest: text.as_bytes() }.parse()?;
    if instant.seconds == 0 && instant.whole {
        return Ok(None);
    }
    let (days, second) = (instant.seconds.div_euclid(86_400), instant.seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let sign = if year < 0 { "-" } else { "" };
    let year = year.unsigned_abs();
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    Ok(Some(format!("{sign}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")))
}

/// Seconds since the first instant of year 1, and whether there is no fraction.
struct Instant {
    seconds: i64,
    whole: bool,
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a [u8],
}

impl Parser<'_> {
    fn parse(mut self) -> Result<Instant, String> {
        let year = self.year()?;
        self.literal("-")?;
        let month = self.number("01", true)?;
        self.range((1..=12).contains(&month), "month")?;
        self.literal("-")?;
        let day = self.number("02", true)?;
        self.literal("T")?;
        let hour = self.number("15", false)?;
        self.range(hour < 24, "hour")?;
        self.literal(":")?;
        let minute = self.number("04", true)?;
        self.range(minute < 60, "minute")?;
        self.literal(":")?;
        let second = self.number("05", true)?;
        self.range(second < 60, "second")?;
        let whole = self.fraction();
        let offset = self.offset()?;
        if !self.rest.is_empty() {
            let extra = format!("extra text: {}", quote(self.rest));
            return Err(self.because(&extra));
        }
        if day < 1 || day > days_in(month, year) {
            return Err(self.because("day out of range"));
        }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset;
        Ok(Instant { seconds, whole })
    }

    fn year(&mut self) -> Result<i64, String> {
        match self.rest.split_at_checked(4) {
            Some((digits, rest)) if digits.iter().all(u8::is_ascii_digit) => {
                self.rest = rest;
                Ok(digits.iter().fold(0, |year, digit| year * 10 + i64::from(digit - b'0')))
            }
            _ => Err(self.mismatch("2006")),
        }
    }

    /// Two digits, or one if `two` is not set.
    fn number(&mut self, element: &str, two: bool) -> Result<i64, String> {
        let (value, width) = number(self.rest, two).ok_or_else(|| self.mismatch(element))?;
        self.rest = self.rest.get(width..).unwrap_or_default();
        Ok(value)
    }

    /// Skips a fraction of a second, which the layout does not have.
    fn fraction(&mut self) -> bool {
        let [b'.' | b',', after @ ..] = self.rest else {
            return true;
        };
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return true;
        }
        let (fraction, rest) = after.split_at(digits);
        self.rest = rest;
        // Go truncates to nanoseconds.
        fraction.iter().take(9).all(|&digit| digit == b'0')
    }

    /// Seconds east of UTC.
    fn offset(&mut self) -> Result<i64, String> {
        if let [b'Z', rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(0);
        }
        let &[sign, h0, h1, b':', m0, m1, ref rest @ ..] = self.rest else {
            return Err(self.mismatch("Z07:00"));
        };
        let hours = number(&[h0, h1], true);
        let minutes = hours.and_then(|_| number(&[m0, m1], true));
        // Go checks the ranges before it reports what did not parse.
        let (hour, minute) = (hours.map_or(0, |(hour, _)| hour), minutes.map_or(0, |(minute, _)| minute));
        self.range(minute <= 60, "time zone offset minute")?;
        self.range(hour <= 24, "time zone offset hour")?;
        if minutes.is_none() || !matches!(sign, b'+' | b'-') {
            return Err(self.mismatch("Z07:00"));
        }
        self.rest = rest;
        let seconds = hour * 3600 + minute * 60;
        Ok(if sign == b'-' { -seconds } else { seconds })
    }

    fn literal(&mut self, prefix: &str) -> Result<(), String> {
        match self.rest.strip_prefix(prefix.as_bytes()) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.mismatch(prefix)),
        }
    }

    fn range(&self, holds: bool, element: &str) -> Result<(), String> {
        if holds { Ok(()) } else { Err(self.because(&format!("{element} out of range"))) }
    }

    fn because(&self, reason: &str) -> String {
        format!("parsing time {}: {reason}", quote(self.text.as_bytes()))
    }

    fn mismatch(&self, element: &str) -> String {
        format!(
            "parsing time {} as \"{LAYOUT}\": cannot parse {} as \"{element}\"",
            quote(self.text.as_bytes()),
            quote(self.rest),
        )
    }
}

/// The leading one or two digits and their width.
fn number(text: &[u8], two: bool) -> Option<(i64, usize)> {
    match *text {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => {
            Some((i64::from(tens - b'0') * 10 + i64::from(ones - b'0'), 2))
        }
        [ones @ b'0'..=b'9', ..] if !two => Some((i64::from(ones - b'0'), 1)),
        _ => None,
    }
}

/// The quoting of Go's time package: every byte of a character beyond ASCII as `\x..`.
fn quote(text: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            b' '..=0x7f => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push('"');
    out
}

fn leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(month: i64, year: i64) -> i64 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days of a proleptic Gregorian date since the first day of year 1.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let before = year - 1;
    let years = before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let months: i64 = (1..month).map(|month| days_in(month, year)).sum();
    years + months + day - 1
}

/// The date of a day counted as [`days`] does.
fn date(day: i64) -> (i64, i64, i64) {
    // At most one too large: a year has 146097/400 days on average.
    let mut year = (day * 400).div_euclid(146_097) + 1;
    while days(year, 1, 1) > day {
        year -= 1;
    }
    while days(year + 1, 1, 1) <= day {
        year += 1;
    }
    let mut month = 1;
    while month < 12 && days(year, month + 1, 1) <= day {
        month += 1;
    }
    (year, month, day - days(year, month, 1) + 1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(text: &str, expected: &str) {
        let got = normalize(text).unwrap_or_else(Some).unwrap_or_else(|| "zero".into());
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn instants() {
        check("2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z");
        check("2024-05-01T10:00:00.999+02:30", "2024-05-01T07:30:00Z");
        check("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z");
        check("2024-12-31T23:30:00-24:60", "2025-01-02T00:30:00Z");
        check("2024-05-01T9:00:00,5Z", "2024-05-01T09:00:00Z");
        check("9999-12-31T23:59:59-01:00", "10000-01-01T00:59:59Z");
        check("0000-01-01T00:00:00+01:00", "-0001-12-31T23:00:00Z");
        check("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z");
        check("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z");
        check("2000-12-31T00:00:00Z", "2000-12-31T00:00:00Z");
    }

    #[test]
    fn zero() {
        check("0001-01-01T00:00:00Z", "zero");
        check("0001-01-01T01:00:00+01:00", "zero");
        check("0001-01-01T00:00:00.0000000001Z", "zero");
        check("0001-01-01T00:00:00.1Z", "0001-01-01T00:00:00Z");
    }

    #[test]
    fn errors() {
        let cannot = |text: &str, rest: &str, element: &str| {
            check(
                text,
                &format!("parsing time \"{text}\" as \"{LAYOUT}\": cannot parse \"{rest}\" as \"{element}\""),
            );
        };
        cannot("bad", "bad", "2006");
        cannot("", "", "2006");
        cannot("2024", "", "-");
        cannot("2024-5-01T00:00:00Z", "5-01T00:00:00Z", "01");
        cannot("2024-05-01 10:00:00Z", " 10:00:00Z", "T");
        cannot("2024-05-01t10:00:00z", "t10:00:00z", "T");
        cannot("2018-11-06T23:-14:18Z", "-14:18Z", "04");
        cannot("2024-05-01T10:00:00", "", "Z07:00");
        cannot("2024-05-01T10:00:00z", "z", "Z07:00");
        cannot("2024-05-01T10:00:00+0100", "+0100", "Z07:00");
        cannot("2024-05-01T10:00:00*01:00", "*01:00", "Z07:00");
        cannot("2024-05-01T10:00:00.Z", ".Z", "Z07:00");
        check("2024-13-01T10:00:00Z", "parsing time \"2024-13-01T10:00:00Z\": month out of range");
        check("2024-02-30T10:00:00Z", "parsing time \"2024-02-30T10:00:00Z\": day out of range");
        check("2024-02-03T24:00:00Z", "parsing time \"2024-02-03T24:00:00Z\": hour out of range");
        check("2024-02-03T23:00:60Z", "parsing time \"2024-02-03T23:00:60Z\": second out of range");
        check(
            "2024-02-03T23:00:00+25:00",
            "parsing time \"2024-02-03T23:00:00+25:00\": time zone offset hour out of range",
        );
        check(
            "2024-02-03T23:00:00Zé\"",
            "parsing time \"2024-02-03T23:00:00Z\\xc3\\xa9\\\"\": extra text: \"\\xc3\\xa9\\\"\"",
        );
    }

    #[test]
    fn every_day_of_four_centuries_comes_back() {
        for day in -800..147_000 {
            let (year, month, of_month) = date(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }
}
