//! Reads integers as Go's `strconv.Atoi` does. In: a text. Out: the integer, or Go's error.

use core::fmt;

use super::quote;

/// The error of parsing an integer, in the words of `strconv.Atoi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerError<'t> {
    text: &'t str,
    reason: &'static str,
}

impl fmt::Display for IntegerError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "strconv.Atoi: parsing {}: {}", quote(self.text), self.reason)
    }
}

/// Parses an optional sign and decimal digits.
///
/// # Errors
/// Go's error. A text with a character that is no digit is a syntax error, unless the digits before it
/// overflow 64 bits already: then it is a range error.
pub fn integer(text: &str) -> Result<i64, IntegerError<'_>> {
    let syntax = Err(IntegerError { text, reason: "invalid syntax" });
    let range = Err(IntegerError { text, reason: "value out of range" });
    let (negative, digits) = match text.as_bytes() {
        [sign @ (b'+' | b'-'), digits @ ..] => (*sign == b'-', digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return syntax;
    }
    let mut size: u64 = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return syntax;
        }
        match size.checked_mul(10).and_then(|size| size.checked_add(u64::from(digit - b'0'))) {
            Some(next) => size = next,
            None => return range,
        }
    }
    let value = if negative { 0_i64.checked_sub_unsigned(size) } else { i64::try_from(size).ok() };
    value.map_or(range, Ok)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::integer;

    #[test]
    fn integers_are_read_as_by_go() {
        for (text, value) in
            [("0", 0), ("+07", 7), ("-9223372036854775808", i64::MIN), ("9223372036854775807", i64::MAX)]
        {
            assert_eq!(integer(text), Ok(value), "{text}");
        }
        for (text, reason) in [
            ("", "invalid syntax"),
            ("-", "invalid syntax"),
            ("1_0", "invalid syntax"),
            (" 1", "invalid syntax"),
            ("9999999999999999999x", "invalid syntax"),
            ("99999999999999999999x", "value out of range"),
            ("9223372036854775808", "value out of range"),
        ] {
            let expected = Err(alloc::format!("strconv.Atoi: parsing \"{text}\": {reason}"));
            assert_eq!(integer(text).map_err(|error| error.to_string()), expected);
        }
    }
}
