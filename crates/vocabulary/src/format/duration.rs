//! `duration`: a Go duration, or any text with a number that is followed by a unit.
//!
//! The second form finds numbers anywhere and ignores the rest, but rejects a text with a number beyond 64
//! bits. Go's form keeps its limits, since a text needs to match only one of the two.
// kube-openapi: strfmt/duration.go ParseDuration

use crate::go::{self, IntegerError};

/// `1h30m`, `3 weeks`, `P1D` (for its `1D`).
pub fn duration(content: &[u8]) -> bool {
    parse_duration(content).is_ok()
}

/// The reason why a text is not a `duration`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationError<'t> {
    /// A number is beyond 64 bits.
    TooLarge(IntegerError<'t>),
    /// The text has no number with a unit.
    NoUnit,
}

/// The nanoseconds of a `duration`. Sums beyond 64 bits wrap, as on the server.
///
/// # Errors
/// The reason why the text is no duration.
pub fn parse_duration(content: &[u8]) -> Result<i64, DurationError<'_>> {
    go::parse_duration(content).map_or_else(|| phrase(content), Ok)
}

/// The sum of numbers that are followed by a unit; no number before a word may be too large.
fn phrase(text: &[u8]) -> Result<i64, DurationError<'_>> {
    let mut found = None;
    let mut rest = text;
    while let Some(start) = rest.iter().position(u8::is_ascii_digit) {
        let number = rest.get(start..).unwrap_or(&[]);
        let (digits, tail) = split(number, |b| b.is_ascii_digit());
        let (_, tail) = split(tail, |b| matches!(b, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r'));
        let (word, tail) = tail.split_at(letters(tail));
        rest = tail;
        if word.is_empty() {
            continue;
        }
        // Digits are always valid UTF-8.
        let digits = core::str::from_utf8(digits).unwrap_or_default();
        let value = go::integer(digits).map_err(DurationError::TooLarge)?;
        if let Some(unit) = unit(word) {
            found = Some(found.unwrap_or(0_i64).wrapping_add(value.wrapping_mul(unit)));
        }
    }
    found.ok_or(DurationError::NoUnit)
}

fn split(text: &[u8], of: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|b| of(b)).count())
}

/// The length in bytes of the leading letters, the micro sign included.
fn letters(text: &[u8]) -> usize {
    let mut rest = text;
    while let [b'a'..=b'z' | b'A'..=b'Z', tail @ ..] | [0xC2, 0xB5, tail @ ..] = rest {
        rest = tail;
    }
    text.len() - rest.len()
}

/// A unit of phrases.
struct Unit {
    nanoseconds: i64,
    short: &'static [&'static [u8]],
    /// Words that start with it are the unit.
    long: &'static [u8],
}

const fn new_unit(nanoseconds: i64, short: &'static [&'static [u8]], long: &'static [u8]) -> Unit {
    Unit { nanoseconds, short, long }
}

/// The nanoseconds of an abbreviation, or of a word that starts with the name of a unit.
fn unit(word: &[u8]) -> Option<i64> {
    const UNITS: [Unit; 8] = [
        new_unit(1, &[b"ns"], b"nano"),
        new_unit(1_000, &[b"us", b"\xC2\xB5s"], b"micro"),
        new_unit(1_000_000, &[b"ms"], b"milli"),
        new_unit(1_000_000_000, &[b"s"], b"sec"),
        new_unit(60_000_000_000, &[b"m"], b"min"),
        new_unit(3_600_000_000_000, &[b"h", b"hr"], b"hour"),
        new_unit(86_400_000_000_000, &[b"d"], b"day"),
        new_unit(604_800_000_000_000, &[b"w", b"wk"], b"week"),
    ];
    let begins = |with: &[u8]| word.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let is =
        |unit: &&Unit| unit.short.iter().any(|short| word.eq_ignore_ascii_case(short)) || begins(unit.long);
    UNITS.iter().find(is).map(|unit| unit.nanoseconds)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{DurationError, parse_duration};

    #[test]
    fn phrases_have_values() {
        for (text, expected) in [
            ("1h30m", Ok(5_400_000_000_000)),
            ("3 weeks", Ok(1_814_400_000_000_000)),
            ("P1DT2H", Ok(7_200_000_000_000)),
            ("2 days, 3hrs", Ok(172_800_000_000_000)),
            ("1 HOUR 5 sec", Ok(3_605_000_000_000)),
            ("7 µs", Ok(7_000)),
            ("9223372036854775807 weeks", Ok(i64::MAX.wrapping_mul(604_800_000_000_000))),
            ("soon", Err(DurationError::NoUnit)),
            ("5", Err(DurationError::NoUnit)),
        ] {
            assert_eq!(parse_duration(text.as_bytes()), expected, "{text}");
        }
        let large = parse_duration(b"1d 9223372036854775808 weeks");
        let Err(DurationError::TooLarge(error)) = large else { panic!("{large:?}") };
        let expected = "strconv.Atoi: parsing \"9223372036854775808\": value out of range";
        assert_eq!(error.to_string(), expected);
    }
}
