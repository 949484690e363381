//! Doubles as text: read as `strconv.ParseFloat` reads them, written as `%g` writes them.
//!
//! Easy to break: Go takes underscores between digits and hexadecimal numbers, neither of which Rust does,
//! and refuses numbers that are too large, which are infinite in Rust.
//
// Go: strconv/{atof,ftoa}.go

use alloc::string::String;
use core::fmt::{self, Write};

/// The number in `text`; `None` if it is not a number or too large.
#[must_use]
pub(crate) fn read(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    let unsigned = match bytes {
        [b'+' | b'-', rest @ ..] => rest,
        _ => bytes,
    };
    match unsigned.first()? {
        b'i' | b'I' => text.parse().ok(),
        // Rust reads a sign before it.
        b'n' | b'N' => (unsigned.len() == bytes.len()).then(|| text.parse().ok())?,
        _ => {
            let hexadecimal = matches!(unsigned, [b'0', b'x' | b'X', ..]);
            if bytes.contains(&b'_') {
                if !underscores_separate_digits(unsigned, hexadecimal) {
                    return None;
                }
                let without: String = text.chars().filter(|&c| c != '_').collect();
                return finite(&without, hexadecimal);
            }
            finite(text, hexadecimal)
        }
    }
}

fn finite(text: &str, hexadecimal: bool) -> Option<f64> {
    let value = if hexadecimal { read_hexadecimal(text)? } else { text.parse().ok()? };
    value.is_finite().then_some(value)
}

/// Whether each underscore is between digits. The prefix `0x` counts as a digit.
fn underscores_separate_digits(number: &[u8], hexadecimal: bool) -> bool {
    let mut after_digit = hexadecimal;
    let mut after_underscore = false;
    for byte in number.iter().skip(if hexadecimal { 2 } else { 0 }) {
        let is_digit = byte.is_ascii_digit() || (hexadecimal && byte.is_ascii_hexdigit());
        if *byte == b'_' {
            if !after_digit {
                return false;
            }
        } else if after_underscore && !is_digit {
            return false;
        }
        after_digit = is_digit;
        after_underscore = *byte == b'_';
    }
    !after_underscore
}

/// `0xDIGITS.DIGITSpEXPONENT`, with a sign or not. Infinite if it is too large.
fn read_hexadecimal(text: &str) -> Option<f64> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = unsigned.get(2..)?.split_once(['p', 'P'])?;
    // The first 16 digits that count; further ones only tell whether something follows.
    let (mut mantissa, mut exponent) = (0_u64, read_exponent(exponent)?);
    let (mut any, mut after_point, mut more) = (false, false, false);
    for byte in digits.bytes() {
        if byte == b'.' {
            if after_point {
                return None;
            }
            after_point = true;
            continue;
        }
        let digit = u64::from(char::from(byte).to_digit(16)?);
        any = true;
        let dropped = mantissa >> 60 != 0;
        if dropped {
            more |= digit != 0;
        } else {
            mantissa = mantissa << 4 | digit;
        }
        exponent += match (dropped, after_point) {
            (true, false) => 4,
            (false, true) => -4,
            _ => 0,
        };
    }
    let size = if any { scale(mantissa, more, exponent) } else { return None };
    Some(if negative { -size } else { size })
}

/// A signed decimal number, cut where the result is zero or infinite anyway.
fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() {
        return None;
    }
    let mut exponent = 0_i64;
    for byte in digits.bytes() {
        let digit = char::from(byte).to_digit(10)?;
        // Far beyond the number of digits that a text can have.
        if exponent < 1 << 50 {
            exponent = exponent * 10 + i64::from(digit);
        }
    }
    Some(if negative { -exponent } else { exponent })
}

/// `mantissa * 2^exponent`, rounded once, to even; `more` if the mantissa was a little larger.
fn scale(mantissa: u64, more: bool, exponent: i64) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let mantissa = mantissa << shift;
    // The exponent of the highest bit.
    let top = exponent - i64::from(shift) + 63;
    if top > 1023 {
        return f64::INFINITY;
    }
    // Normal numbers keep 53 bits, smaller ones less.
    let kept = (53 + (top + 1022).min(0)).max(-1);
    let dropped = 64 - kept;
    let (mut bits, rest, half) = match dropped {
        65 => (0, 1, 2),
        64 => (0, u128::from(mantissa), 1_u128 << 63),
        _ => {
            let mask = (1_u64 << dropped) - 1;
            (mantissa >> dropped, u128::from(mantissa & mask), 1_u128 << (dropped - 1))
        }
    };
    if rest > half || rest == half && (more || bits & 1 == 1) {
        bits += 1;
    }
    // Adding the mantissa with its implicit bit to the exponent before carries into it when rounding does.
    let biased = (top + 1022).max(0) as u64;
    f64::from_bits((biased << 52) + bits)
}

/// Writes the fewest digits that read as `value`: `1.5`, `100000`, `1e+06`, `1e-05`, `NaN`, `+Inf`.
///
/// # Errors
/// Errors of `out`.
pub(crate) fn write(value: f64, out: &mut impl Write) -> fmt::Result {
    if value.is_nan() {
        return out.write_str("NaN");
    }
    if value.is_infinite() {
        return out.write_str(if value > 0.0 { "+Inf" } else { "-Inf" });
    }
    let size = value.abs();
    // Go decides by the digits, and all numbers in between have exponents from -4 to 5.
    if size == 0.0 || (1e-4..1e6).contains(&size) {
        return write!(out, "{value}");
    }
    let mut text = Digits::default();
    write!(text, "{value:e}")?;
    let (mantissa, exponent) = text.as_str().split_once('e').ok_or(fmt::Error)?;
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let zero = if exponent.len() < 2 { "0" } else { "" };
    write!(out, "{mantissa}e{sign}{zero}{exponent}")
}

/// Room for `-1.7976931348623157e308` and all other outputs of `{:e}`.
#[derive(Default)]
struct Digits {
    bytes: [u8; 32],
    len: usize,
}

impl Digits {
    fn as_str(&self) -> &str {
        self.bytes.get(..self.len).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

impl Write for Digits {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn written(value: f64) -> String {
        let mut out = String::new();
        write(value, &mut out).map_or_else(|_| String::from("error"), |()| out)
    }

    /// Values of the record, and of Go's `ftoa_test.go`.
    #[test]
    fn the_shortest_form_is_written() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (56.8, "56.8"),
            (1.0 / 3.0, "0.3333333333333333"),
            (100_000.0, "100000"),
            (999_999.5, "999999.5"),
            (1e6, "1e+06"),
            (1_234_567.5, "1.2345675e+06"),
            (0.0001, "0.0001"),
            (0.000_099_999, "9.9999e-05"),
            (1e12, "1e+12"),
            (-9_007_199_254_740_992.0, "-9.007199254740992e+15"),
            (1.844_674_407_370_955_2e19, "1.8446744073709552e+19"),
            (6.022_14e23, "6.02214e+23"),
            (5e-324, "5e-324"),
            (-f64::MAX, "-1.7976931348623157e+308"),
            (1e100, "1e+100"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(written(value), text);
        }
    }

    /// Rows of Go's `atof_test.go`.
    #[test]
    fn numbers_are_read_as_go_reads_them() {
        for (text, value) in [
            ("+1", "1"),
            ("1.", "1"),
            (".5", "0.5"),
            ("1E23", "1e+23"),
            ("100000000000000016777216", "1.0000000000000003e+23"),
            ("0x1p0", "1"),
            ("0x1p-1", "0.5"),
            ("-0x1_ep-1", "-15"),
            ("0x1p-200", "6.223015277861142e-61"),
            ("0x1fFe2.p0", "131042"),
            ("-0X2P3", "-16"),
            ("0x0.fp0", "0.9375"),
            ("-0e+01234567890123456789", "-0"),
            ("0x0.00p-01234567890123456789", "0"),
            ("-0x0p1026", "-0"),
            ("NAN", "NaN"),
            ("+INF", "+Inf"),
            ("-Infinity", "-Inf"),
            ("1.7976931348623158e308", "1.7976931348623157e+308"),
            ("0x1.fffffffffffff7fffp1023", "1.7976931348623157e+308"),
            ("-0x.1fffffffffffffp1027", "-1.7976931348623157e+308"),
            ("3e-324", "5e-324"),
            ("2e-324", "0"),
            ("0x2.00000000000000p-1010", "1.8227805048890994e-304"),
            ("0x1.fffffffffffff7p-1010", "1.8227805048890992e-304"),
            ("0x1.fffffffffffff8p-1010", "1.8227805048890994e-304"),
            ("0x1.fffffffffffff8p-1022", "4.450147717014403e-308"),
            ("0x0.fffffffffffff0p-1022", "2.225073858507201e-308"),
            ("0x0.ffffffffffffe7p-1022", "2.2250738585072004e-308"),
            ("0x1.ffffffffffffe8p-1023", "2.225073858507201e-308"),
            ("0x0.00000003456788p-1022", "1.694649e-317"),
            ("0x0.00000003456789p-1022", "1.6946496e-317"),
            ("0x0.0000000345678800000000000000000000000001p-1022", "1.6946496e-317"),
            ("0x0.00000000000058p-1022", "3e-323"),
            ("0x0.000000000000081p-1022", "5e-324"),
            ("0x0.00000000000008p-1022", "0"),
            ("0x0.00000000000007fp-1022", "0"),
            ("0x1p-18446744073709551616", "0"),
            ("0x1.1111111111111p222", "7.18931911124017e+66"),
            ("0x1.00000000000008p0", "1"),
            ("0x1.000000000000081p0", "1.0000000000000002"),
            ("0x1.00000000000018p0", "1.0000000000000004"),
            ("1_23.50_0_0e+1_2", "1.235e+14"),
            ("0x_1_2.3_4_5p+1_2", "74565"),
        ] {
            assert_eq!(read(text).map(written).as_deref(), Some(value), "{text}");
        }
        let long = format!("0x1.00000000000008{}1p0", "0".repeat(10_000));
        assert_eq!(read(&long).map(written).as_deref(), Some("1.0000000000000002"));
        let long = format!("0x{}p-40000", "1".repeat(10_000));
        assert!(read(&long).is_some_and(|value| value > 0.06 && value < 0.07));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "1x",
            "1.1.",
            "0x1e2",
            "1p2",
            "1.7976931348623159e308",
            "0x1p1024",
            "0x.1p1028",
            "1e400000",
            "0x1.fffffffffffff8p1023",
            "-0x1fffffffffffff8p+967",
            "0x1p+18446744073709551616",
            "1e",
            "1e-",
            ".e-1",
            "1\0.2",
            "0x",
            "0x.",
            "0x1",
            "0x.1",
            "0x1p",
            "0x.1p+",
            "+nan",
            "-NaN",
            "infin",
            "in",
            "nanx",
            "+",
            "-",
            ".",
            "+-1",
            " 1",
            "1 ",
            "-_123.5e+12",
            "_123.5e+12",
            "1__23.5e+12",
            "123_.5e+12",
            "123._5e+12",
            "123.5_e+12",
            "123.5e_+12",
            "123.5e+_12",
            "123.5e+1__2",
            "123.5e+12_",
            "_0x12.345p+12",
            "0x__12.345p+12",
            "0x12_.345p+12",
            "0x12.345_p+12",
            "0x12.345p+12_",
            "0xp1",
            "0x1.2.3p1",
            "1e5é",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    /// Every double is read as what was written.
    #[test]
    fn scaling_is_exact() {
        for exponent in -1080..1024_i64 {
            let expected =
                if exponent < -1074 { 0.0 } else { read(&format!("0x1p{exponent}")).unwrap_or(0.0) };
            let direct = scale(1, false, exponent);
            assert_eq!(direct, expected);
            let halves = scale(1 << 63, false, exponent - 63);
            assert_eq!(halves, expected, "{exponent}");
        }
        assert_eq!(scale(1, false, -1074), 5e-324);
    }
}
