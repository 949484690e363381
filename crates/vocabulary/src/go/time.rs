//! Reads times as Go's `time.Parse` does, and writes them as `time.Format` does. In: text and a layout. Out:
//! an instant with its zone, or Go's error. Easy to break: Go accepts more than RFC 3339 (one-digit hours, a
//! comma before the fraction, offsets up to 24:60), and has different messages for values out of range and
//! for text that does not parse.
// Go: time/format.go

use alloc::{format, string::String};
use core::fmt;

use super::calendar::{Date, date_of_day, day_of_date, days_in_month};

/// The layouts that the server reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `time.RFC3339`. A fraction of a second may follow the seconds.
    Rfc3339,
    /// Like `time.RFC3339`, with six digits of a second, which must be there.
    Rfc3339Micro,
    /// A date and a time in UTC, without a zone.
    DateTime,
    /// A date; the time is midnight in UTC.
    Date,
}

impl Layout {
    /// The layout in Go's notation.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Layout::Rfc3339 => "2006-01-02T15:04:05Z07:00",
            Layout::Rfc3339Micro => "2006-01-02T15:04:05.000000Z07:00",
            Layout::DateTime => "2006-01-02T15:04:05",
            Layout::Date => "2006-01-02",
        }
    }
}

/// An instant and the zone that it is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Seconds since 1970 in UTC.
    pub seconds: i64,
    /// Nanoseconds of the second, below 1,000,000,000.
    pub nanoseconds: u32,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl Time {
    /// Reads a time.
    ///
    /// # Errors
    /// Go's error. Its text is created when it is displayed.
    pub fn parse(text: &str, layout: Layout) -> Result<Time, TimeError<'_>> {
        Parser { text, layout, rest: text.as_bytes() }.parse()
    }
}

/// The time in its own zone, with as many digits of a second as it needs (`time.RFC3339Nano`).
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + i64::from(self.offset);
        let Date { year, month, day } = date_of_day(local.div_euclid(86_400));
        let rest = local.rem_euclid(86_400);
        let sign = if year < 0 { "-" } else { "" };
        let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
        let year = year.unsigned_abs();
        write!(f, "{sign}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanoseconds != 0 {
            let (mut digits, mut width) = (self.nanoseconds, 9);
            while digits % 10 == 0 {
                (digits, width) = (digits / 10, width - 1);
            }
            write!(f, ".{digits:0width$}")?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        // Go drops the seconds of an offset.
        let minutes = self.offset / 60;
        let sign = if minutes < 0 { '-' } else { '+' };
        write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
    }
}

/// The error of parsing a time, in Go's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeError<'t> {
    text: &'t str,
    layout: Layout,
    reason: Reason<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason<'t> {
    /// The rest of the text, and the element of the layout that it should start with.
    Mismatch(&'t [u8], &'static str),
    OutOfRange(&'static str),
    Extra(&'t [u8]),
}

impl fmt::Display for TimeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quote(self.text.as_bytes());
        match self.reason {
            Reason::Mismatch(rest, element) => {
                let (layout, rest) = (self.layout.text(), quote(rest));
                write!(f, "parsing time {text} as \"{layout}\": cannot parse {rest} as \"{element}\"")
            }
            Reason::OutOfRange(element) => write!(f, "parsing time {text}: {element} out of range"),
            Reason::Extra(rest) => write!(f, "parsing time {text}: extra text: {}", quote(rest)),
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    layout: Layout,
    rest: &'t [u8],
}

impl<'t> Parser<'t> {
    fn parse(mut self) -> Result<Time, TimeError<'t>> {
        let year = self.year()?;
        self.literal("-")?;
        let month = self.number("01", true)?;
        self.range((1..=12).contains(&month), "month")?;
        self.literal("-")?;
        let day = self.number("02", true)?;
        let (mut second_of_day, mut nanoseconds, mut offset) = (0, 0, 0);
        if self.layout != Layout::Date {
            second_of_day = self.clock()?;
            nanoseconds =
                if self.layout == Layout::Rfc3339Micro { self.microseconds()? } else { self.fraction() };
        }
        if matches!(self.layout, Layout::Rfc3339 | Layout::Rfc3339Micro) {
            offset = self.offset()?;
        }
        if !self.rest.is_empty() {
            return Err(self.because(Reason::Extra(self.rest)));
        }
        self.range((1..=days_in_month(year, month)).contains(&day), "day")?;
        let days = day_of_date(Date { year, month, day });
        let seconds = days * 86_400 + second_of_day - i64::from(offset);
        Ok(Time { seconds, nanoseconds, offset })
    }

    /// `T` and a time of a day; its seconds.
    fn clock(&mut self) -> Result<i64, TimeError<'t>> {
        self.literal("T")?;
        let hour = self.number("15", false)?;
        self.range(hour < 24, "hour")?;
        self.literal(":")?;
        let minute = self.number("04", true)?;
        self.range(minute < 60, "minute")?;
        self.literal(":")?;
        let second = self.number("05", true)?;
        self.range(second < 60, "second")?;
        Ok(hour * 3600 + minute * 60 + second)
    }

    fn year(&mut self) -> Result<i64, TimeError<'t>> {
        match self.rest.split_at_checked(4) {
            Some((digits, rest)) if digits.iter().all(u8::is_ascii_digit) => {
                self.rest = rest;
                Ok(digits.iter().fold(0, |year, digit| year * 10 + i64::from(digit - b'0')))
            }
            _ => Err(self.mismatch("2006")),
        }
    }

    /// Two digits, or one if `two` is not set.
    fn number(&mut self, element: &'static str, two: bool) -> Result<i64, TimeError<'t>> {
        let (value, width) = number(self.rest, two).ok_or_else(|| self.mismatch(element))?;
        self.rest = self.rest.get(width..).unwrap_or_default();
        Ok(value)
    }

    /// The nanoseconds of a fraction of a second, which no layout has. Go truncates it.
    fn fraction(&mut self) -> u32 {
        let [b'.' | b',', after @ ..] = self.rest else { return 0 };
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            return 0;
        }
        let (fraction, rest) = after.split_at(digits);
        self.rest = rest;
        let nanoseconds = fraction.iter().copied().chain(core::iter::repeat(b'0')).take(9);
        nanoseconds.fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
    }

    /// The nanoseconds of a fraction of six digits, which the layout has. Go reads them as a number, which
    /// may have a sign.
    fn microseconds(&mut self) -> Result<u32, TimeError<'t>> {
        const ELEMENT: &str = ".000000";
        let Some(([b'.' | b',', digits @ ..], rest)) = self.rest.split_at_checked(ELEMENT.len()) else {
            return Err(self.mismatch(ELEMENT));
        };
        let (negative, digits) = match digits {
            [sign @ (b'+' | b'-'), digits @ ..] => (*sign == b'-', digits),
            digits => (false, digits),
        };
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.mismatch(ELEMENT));
        }
        let microseconds = digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
        self.range(!negative || microseconds == 0, "fractional second")?;
        self.rest = rest;
        // Go counts the bytes, not the digits.
        Ok(microseconds * 1_000)
    }

    /// Seconds east of UTC.
    fn offset(&mut self) -> Result<i32, TimeError<'t>> {
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
        let seconds = (hour * 3600 + minute * 60) as i32;
        Ok(if sign == b'-' { -seconds } else { seconds })
    }

    fn literal(&mut self, prefix: &'static str) -> Result<(), TimeError<'t>> {
        match self.rest.strip_prefix(prefix.as_bytes()) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.mismatch(prefix)),
        }
    }

    fn range(&self, holds: bool, element: &'static str) -> Result<(), TimeError<'t>> {
        if holds { Ok(()) } else { Err(self.because(Reason::OutOfRange(element))) }
    }

    fn mismatch(&self, element: &'static str) -> TimeError<'t> {
        self.because(Reason::Mismatch(self.rest, element))
    }

    fn because(&self, reason: Reason<'t>) -> TimeError<'t> {
        TimeError { text: self.text, layout: self.layout, reason }
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
pub(super) fn quote(text: &[u8]) -> String {
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

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{Layout, Time};

    fn check(layout: Layout, text: &str, expected: &str) {
        let found = match Time::parse(text, layout) {
            Ok(time) => time.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn times_come_back() {
        for same in [
            "2024-02-29T10:30:15.5Z",
            "0001-01-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "1969-12-31T23:59:59.000000001+05:30",
            "2024-05-01T10:00:00-00:30",
            "9999-12-31T23:59:59.999999999Z",
        ] {
            check(Layout::Rfc3339, same, same);
        }
        for (text, expected) in [
            ("2024-01-01T1:02:03,5-00:00", "2024-01-01T01:02:03.5Z"),
            ("2024-01-01T01:02:03.1234567899Z", "2024-01-01T01:02:03.123456789Z"),
            ("2024-01-01T01:02:03.500+24:60", "2024-01-01T01:02:03.5+25:00"),
        ] {
            check(Layout::Rfc3339, text, expected);
        }
        check(Layout::Date, "2024-02-29", "2024-02-29T00:00:00Z");
        check(Layout::DateTime, "2024-02-29T10:30:15.25", "2024-02-29T10:30:15.25Z");
        let found = Time::parse("1970-01-02T00:00:00+01:00", Layout::Rfc3339);
        assert_eq!(found.map(|found| found.seconds), Ok(82_800));
    }

    #[test]
    fn six_digits_of_a_second_are_read_if_the_layout_has_them() {
        let layout = Layout::Rfc3339Micro;
        check(layout, "2024-02-03T04:05:06.000000Z", "2024-02-03T04:05:06Z");
        check(layout, "2024-02-03T04:05:06,123456+01:00", "2024-02-03T04:05:06.123456+01:00");
        check(layout, "2024-02-03T04:05:06.+12345Z", "2024-02-03T04:05:06.012345Z");
        let error = |text: &str, rest: &str, element: &str| {
            let layout_text = layout.text();
            let expected = alloc::format!(
                "parsing time \"{text}\" as \"{layout_text}\": cannot parse \"{rest}\" as \"{element}\""
            );
            check(layout, text, &expected);
        };
        error("2024-02-03T04:05:06Z", "Z", ".000000");
        error("2024-02-03T04:05:06.123Z", ".123Z", ".000000");
        error("2024-02-03T04:05:06.12345678Z", "78Z", "Z07:00");
        error("2024-02-03T04:05:06.12345aZ", ".12345aZ", ".000000");
        error("", "", "2006");
        let out = "parsing time \"2024-02-03T04:05:06.-12345Z\": fractional second out of range";
        check(layout, "2024-02-03T04:05:06.-12345Z", out);
    }

    #[test]
    fn errors_are_those_of_go() {
        for (layout, text, expected) in [
            (Layout::Date, "2024-02-30", "parsing time \"2024-02-30\": day out of range"),
            (Layout::Date, "2024-02-03T", "parsing time \"2024-02-03T\": extra text: \"T\""),
            (
                Layout::Date,
                "2024-2-03",
                "parsing time \"2024-2-03\" as \"2006-01-02\": cannot parse \"2-03\" as \"01\"",
            ),
            (
                Layout::DateTime,
                "2024-05-01T10:00:00z",
                "parsing time \"2024-05-01T10:00:00z\": extra text: \"z\"",
            ),
            (
                Layout::DateTime,
                "2024-05-01t10:00:00z",
                "parsing time \"2024-05-01t10:00:00z\" as \"2006-01-02T15:04:05\": cannot parse \
                 \"t10:00:00z\" as \"T\"",
            ),
            (
                Layout::Rfc3339,
                "2024-05-01T10:00:00+0100",
                "parsing time \"2024-05-01T10:00:00+0100\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \
                 \"+0100\" as \"Z07:00\"",
            ),
            (
                Layout::Rfc3339,
                "2024-02-03T23:00:00+25:00",
                "parsing time \"2024-02-03T23:00:00+25:00\": time zone offset hour out of range",
            ),
            (
                Layout::Rfc3339,
                "2024-02-03T23:00:00Zé\"",
                "parsing time \"2024-02-03T23:00:00Z\\xc3\\xa9\\\"\": extra text: \"\\xc3\\xa9\\\"\"",
            ),
        ] {
            check(layout, text, expected);
        }
    }
}
