//! Writes the clauses `%f` and `%e`. In: a double. Out: its decimal form in American English, as
//! golang.org/x/text prints it: `1,234.50`, `1.5×10⁰³`.
//!
//! Easy to break: in `%.9e`, the number is not the precision, which is always six, but the width. Both
//! numbers pass through integers of 8 and 16 bits, which the digits of large ones do not survive.
//
// golang.org/x/text: message/print.go (fmtDecimalFloat, fmtScientific), internal/number/format.go,
// internal/format/parser.go (parsenum)

use core::fmt::{self, Write};

use bumpalo::collections::String;

use crate::arena::Arena;

/// The text for numbers that x/text finds too large to read.
const NO_VERB: &str = "%!(NOVERB)";
/// cel-go: defaultPrecision
const DEFAULT: u64 = 6;

/// Writes `%f`, or `%.Nf` with a precision.
pub(super) fn write_fixed(
    arena: &Arena,
    out: &mut String<'_>,
    value: f64,
    precision: Option<u64>,
) -> fmt::Result {
    let precision = precision.unwrap_or(DEFAULT);
    if is_too_large(precision) {
        return out.write_str(NO_VERB);
    }
    if !value.is_finite() {
        return out.write_str(special(value));
    }
    if value < 0.0 {
        out.push('-');
    }
    let (least, most) = (precision as u8, precision as i16);
    let mut digits = String::new_in(arena);
    match usize::try_from(most) {
        Ok(most) => write!(digits, "{:.most$}", value.abs())?,
        Err(_) => write!(digits, "{}", value.abs())?,
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    let least = usize::from(least);
    let needed = fraction.trim_end_matches('0').len().max(least.min(fraction.len()));
    if needed.max(least) > 0 {
        out.push('.');
    }
    out.push_str(fraction.get(..needed).unwrap_or_default());
    (needed..least).try_for_each(|_| out.write_char('0'))
}

/// Writes `%e`, or `%.Ne` with a width.
pub(super) fn write_scientific(
    arena: &Arena,
    out: &mut String<'_>,
    value: f64,
    width: Option<u64>,
) -> fmt::Result {
    let width = width.unwrap_or(DEFAULT);
    if is_too_large(width) {
        return out.write_str(NO_VERB);
    }
    let width = usize::from(width as u16);
    if !value.is_finite() {
        return write!(out, "{:>width$}", special(value));
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let mut digits = String::new_in(arena);
    write!(digits, "{:.6e}", value.abs())?;
    let (mantissa, exponent) = digits.split_once('e').ok_or(fmt::Error)?;
    let (below_one, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ("⁻", exponent),
        None => ("", exponent),
    };
    let zero = if exponent.len() < 2 { "⁰" } else { "" };
    let length = [sign, mantissa, TIMES_TEN, below_one, zero, exponent].map(|part| part.chars().count());
    for _ in length.iter().sum()..width {
        out.push(' ');
    }
    for part in [sign, mantissa, TIMES_TEN, below_one, zero] {
        out.push_str(part);
    }
    exponent.chars().try_for_each(|digit| out.write_char(superscript(digit)))
}

const TIMES_TEN: &str = "×10";

/// Infinity and NaN, which have no digits.
fn special(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "∞"
    } else {
        "-∞"
    }
}

/// x/text gives up once it has read more than a million and finds another digit.
fn is_too_large(number: u64) -> bool {
    number / 10 > 1_000_000
}

fn superscript(digit: char) -> char {
    match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    }
}
