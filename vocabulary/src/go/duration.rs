//! Durations in Go's form. In: text such as `-1h30m0.5s`. Out: nanoseconds. Easy to break: numbers that are too
//! large fail, but digits of a fraction that do not fit are ignored.
// Go: time/format.go ParseDuration; cel-go: common/types/duration.go

use alloc::{format, string::String};

const HALF: u64 = 1 << 63;
const SECOND: i64 = 1_000_000_000;

/// The nanoseconds of an optional sign and numbers with a unit each, or of `0`. `None` if the text has another
/// form or the nanoseconds do not fit 64 bits.
#[must_use]
pub fn parse_duration(text: &[u8]) -> Option<i64> {
    if let Some(plain) = plain(text) {
        return Some(plain);
    }
    let (negative, mut rest) = match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (*sign == b'-', rest),
        rest => (false, rest),
    };
    if rest.is_empty() {
        return None;
    }
    if rest == b"0" {
        return Some(0);
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (value, tail) = element(rest)?;
        // Two halves wrap to zero, as they do in Go.
        total = total.wrapping_add(value);
        if total > HALF {
            return None;
        }
        rest = tail;
    }
    if negative { Some(total.cast_signed().wrapping_neg()) } else { i64::try_from(total).ok() }
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
fn element(text: &[u8]) -> Option<(u64, &[u8])> {
    let (whole, after) = integer(text)?;
    let mut digits = text.len() - after.len();
    let (mut part, mut scale, mut rest) = (0, 1.0, after);
    if let [b'.', tail @ ..] = after {
        (part, scale, rest) = fraction(tail);
        digits += tail.len() - rest.len();
    }
    if digits == 0 {
        return None;
    }
    let width = rest.iter().take_while(|b| **b != b'.' && !b.is_ascii_digit()).count();
    let (unit, rest) = rest.split_at_checked(width)?;
    let unit: u64 = match unit {
        b"ns" => 1,
        // The micro sign and the Greek letter mu.
        b"us" | b"\xC2\xB5s" | b"\xCE\xBCs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        b"m" => 60_000_000_000,
        b"h" => 3_600_000_000_000,
        _ => return None,
    };
    if whole > HALF / unit {
        return None;
    }
    let mut value = whole * unit;
    if part > 0 {
        value += (part as f64 * (unit as f64 / scale)) as u64;
    }
    (value <= HALF).then_some((value, rest))
}

/// Leading digits, if any, and the rest; `None` beyond 2^63.
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
    use super::{duration_in_seconds, parse_duration};

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
