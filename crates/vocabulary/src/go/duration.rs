//! Parses durations in Go's form. In: text such as `-1h30m0.5s`. Out: nanoseconds. Easy to break: numbers
//! that are too large fail, but digits of a fraction that do not fit are ignored.
// Go: time/format.go ParseDuration; cel-go: common/types/duration.go

use alloc::{format, string::String};
use core::fmt;

use super::time::quote;

const HALF: u64 = 1 << 63;
const SECOND: i64 = 1_000_000_000;

/// The nanoseconds of an optional sign and numbers with a unit each, or of `0`. `None` if the text has
/// another form or the nanoseconds do not fit 64 bits.
#[must_use]
pub fn parse_duration(text: &[u8]) -> Option<i64> {
    read_duration(text).ok()
}

/// The error of parsing a duration, in Go's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DurationError<'t> {
    text: &'t [u8],
    reason: Reason<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason<'t> {
    Invalid,
    MissingUnit,
    UnknownUnit(&'t [u8]),
}

impl fmt::Display for DurationError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quote(self.text);
        match self.reason {
            Reason::Invalid => write!(f, "time: invalid duration {text}"),
            Reason::MissingUnit => write!(f, "time: missing unit in duration {text}"),
            Reason::UnknownUnit(unit) => {
                write!(f, "time: unknown unit {} in duration {text}", quote(unit))
            }
        }
    }
}

impl core::error::Error for DurationError<'_> {}

/// The result of [`parse_duration`], or the error.
///
/// ```
/// use crdc_vocabulary::go::read_duration;
///
/// assert_eq!(read_duration(b"1m").unwrap(), 60_000_000_000);
/// assert_eq!(read_duration(b"5").unwrap_err().to_string(), r#"time: missing unit in duration "5""#);
/// ```
///
/// # Errors
/// If the text has another form, or the nanoseconds do not fit 64 bits.
pub fn read_duration(text: &[u8]) -> Result<i64, DurationError<'_>> {
    if let Some(plain) = plain(text) {
        return Ok(plain);
    }
    elements(text).map_err(|reason| DurationError { text, reason })
}

fn elements(text: &[u8]) -> Result<i64, Reason<'_>> {
    let (negative, mut rest) = match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (*sign == b'-', rest),
        rest => (false, rest),
    };
    if rest.is_empty() {
        return Err(Reason::Invalid);
    }
    if rest == b"0" {
        return Ok(0);
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (value, tail) = element(rest)?;
        // Two halves wrap to zero, as they do in Go.
        total = total.wrapping_add(value);
        if total > HALF {
            return Err(Reason::Invalid);
        }
        rest = tail;
    }
    match negative {
        true => Ok(total.cast_signed().wrapping_neg()),
        false => i64::try_from(total).map_err(|_| Reason::Invalid),
    }
}

/// A few digits and a unit of seconds, minutes or hours, as most durations are.
fn plain(text: &[u8]) -> Option<i64> {
    let (unit, digits) = text.split_last()?;
    let unit = match unit {
        b's' => SECOND,
        b'm' => 60 * SECOND,
        b'h' => 3_600 * SECOND,
        _ => return None,
    };
    if digits.is_empty() || digits.len() > 5 {
        return None;
    }
    let number = digits
        .iter()
        .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0')))?;
    Some(number * unit)
}

/// A duration as cel-go writes it, in seconds: `5400.5s`.
#[must_use]
pub fn duration_in_seconds(nanoseconds: i64) -> String {
    // Go writes the nearest float64, which loses nanoseconds of long durations.
    format!("{}s", seconds(nanoseconds))
}

/// `time.Duration.Seconds`: whole seconds plus the rest, as a float64.
#[must_use]
pub fn seconds(nanoseconds: i64) -> f64 {
    (nanoseconds / SECOND) as f64 + (nanoseconds % SECOND) as f64 / 1e9
}

/// The nanoseconds of a number with its unit, and the rest of the text.
fn element(text: &[u8]) -> Result<(u64, &[u8]), Reason<'_>> {
    let (whole, after) = integer(text).ok_or(Reason::Invalid)?;
    let mut digits = text.len() - after.len();
    let (mut part, mut scale, mut rest) = (0, 1.0, after);
    if let [b'.', tail @ ..] = after {
        (part, scale, rest) = fraction(tail);
        digits += tail.len() - rest.len();
    }
    if digits == 0 {
        return Err(Reason::Invalid);
    }
    let width = rest.iter().take_while(|b| **b != b'.' && !b.is_ascii_digit()).count();
    let (unit, rest) = rest.split_at(width);
    let unit: u64 = match unit {
        b"" => return Err(Reason::MissingUnit),
        b"ns" => 1,
        // The micro sign and the Greek letter mu.
        b"us" | b"\xC2\xB5s" | b"\xCE\xBCs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        b"m" => 60_000_000_000,
        b"h" => 3_600_000_000_000,
        _ => return Err(Reason::UnknownUnit(unit)),
    };
    if whole > HALF / unit {
        return Err(Reason::Invalid);
    }
    let mut value = whole * unit;
    if part > 0 {
        value += (part as f64 * (unit as f64 / scale)) as u64;
    }
    if value > HALF { Err(Reason::Invalid) } else { Ok((value, rest)) }
}

/// The number of the leading digits, if there are any, and the rest of the text. `None` beyond 2^63.
fn integer(text: &[u8]) -> Option<(u64, &[u8])> {
    let mut value: u64 = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        if value > HALF {
            return None;
        }
        rest = tail;
    }
    Some((value, rest))
}

/// Leading digits and the power of ten to divide them by. Digits beyond 63 bits are ignored.
fn fraction(text: &[u8]) -> (u64, f64, &[u8]) {
    let (mut value, mut scale, mut full) = (0, 1.0, false);
    let mut rest = text;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
        full = full || value > (HALF - 1) / 10;
        if full {
            continue;
        }
        let next = value * 10 + u64::from(digit - b'0');
        if next > HALF {
            full = true;
            continue;
        }
        value = next;
        scale *= 10.0;
    }
    (value, scale, rest)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{duration_in_seconds, parse_duration, read_duration};

    #[test]
    fn errors_are_those_of_go() {
        for (text, error) in [
            ("", "invalid duration \"\""),
            ("5", "missing unit in duration \"5\""),
            ("1h5", "missing unit in duration \"1h5\""),
            ("1.5.1h", "missing unit in duration \"1.5.1h\""),
            ("5x", "unknown unit \"x\" in duration \"5x\""),
            ("-1d", "unknown unit \"d\" in duration \"-1d\""),
            ("1\u{e9}", "unknown unit \"\\xc3\\xa9\" in duration \"1\\xc3\\xa9\""),
            (".h", "invalid duration \".h\""),
            ("--1s", "invalid duration \"--1s\""),
            // The digits do not fit, before the unit is looked at.
            ("99999999999999999999x", "invalid duration \"99999999999999999999x\""),
            ("320000000000s", "invalid duration \"320000000000s\""),
            ("9223372036854775808ns", "invalid duration \"9223372036854775808ns\""),
        ] {
            let wanted = alloc::format!("time: {error}");
            assert_eq!(read_duration(text.as_bytes()).map_err(|error| error.to_string()), Err(wanted));
        }
    }

    #[test]
    fn durations_are_read_as_by_go() {
        for (text, expected) in [
            ("1h30m", 5_400_000_000_000),
            ("-1.5s", -1_500_000_000),
            ("+5s", 5_000_000_000),
            (".5us", 500),
            ("1.us", 1_000),
            ("1µs1μs", 2_000),
            ("0.100000000000000000000h", 360_000_000_000),
            ("0.9223372036854775807h", 3_320_413_933_267),
            ("-9223372036854775808ns", i64::MIN),
            ("0", 0),
            ("-0", 0),
            ("9223372036854775808ns9223372036854775808ns", 0),
        ] {
            assert_eq!(parse_duration(text.as_bytes()), Some(expected), "{text}");
        }
        for wrong in ["", "1", "s", "-", "--1s", ".s", "1d", "9223372036854775808ns", "320000000000s", "1s "]
        {
            assert_eq!(parse_duration(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn durations_are_written_in_seconds() {
        for (nanoseconds, text) in [
            (5_400_500_000_000, "5400.5s"),
            (-1, "-0.000000001s"),
            (0, "0s"),
            (i64::MAX, "9223372036.854776s"),
            (i64::MIN, "-9223372036.854776s"),
        ] {
            assert_eq!(duration_in_seconds(nanoseconds), text);
        }
    }
}
