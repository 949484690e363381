//! The functions `int`, `uint`, `double`, `string` and `bool`. In: a value of another type. Out: the
//! converted value, or cel-go's error, which names types but no values. `bytes(text)` and `string(bytes)` are
//! in `bytes`.
//!
//! Easy to break: doubles are truncated, and the smallest integer is out of range as a double.
//
// cel-go: common/types/{int,uint,double,string,bool}.go (ConvertToType), overflow.go

use core::fmt::Write;

use bumpalo::collections::String;

use super::arithmetic::{INTEGER_OVERFLOW, UNSIGNED_OVERFLOW};
use super::double;
use super::duration::Duration;
use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// `duration(int)`, which servers declare but cannot evaluate.
///
/// # Errors
/// Always.
pub(crate) fn int_to_duration(_: i64) -> Evaluated<Duration> {
    Err(EvalError::Static("type conversion error from 'int' to 'google.protobuf.Duration'"))
}

/// `int(double)`: truncated.
///
/// # Errors
/// `integer overflow`, also for NaN and for -2^63.
pub(crate) fn double_to_int(value: f64) -> Evaluated<i64> {
    if value > i64::MIN as f64 && value < i64::MAX as f64 { Ok(value as i64) } else { Err(INTEGER_OVERFLOW) }
}

/// `uint(double)`: truncated.
///
/// # Errors
/// `unsigned integer overflow`, also for NaN and for -0.5.
pub(crate) fn double_to_uint(value: f64) -> Evaluated<u64> {
    if value >= 0.0 && value < u64::MAX as f64 { Ok(value as u64) } else { Err(UNSIGNED_OVERFLOW) }
}

/// `int(uint)`.
///
/// # Errors
/// `integer overflow`.
pub(crate) fn uint_to_int(value: u64) -> Evaluated<i64> {
    i64::try_from(value).map_err(|_| INTEGER_OVERFLOW)
}

/// `uint(int)`.
///
/// # Errors
/// `unsigned integer overflow`.
pub(crate) fn int_to_uint(value: i64) -> Evaluated<u64> {
    u64::try_from(value).map_err(|_| UNSIGNED_OVERFLOW)
}

/// `double(int)`: the nearest double.
#[inline]
#[must_use]
pub(crate) fn int_to_double(value: i64) -> f64 {
    value as f64
}

/// `double(uint)`: the nearest double.
#[inline]
#[must_use]
pub(crate) fn uint_to_double(value: u64) -> f64 {
    value as f64
}

/// `int(string)`: decimal digits with a sign or without.
///
/// # Errors
/// The text is no integer, or out of range.
pub(crate) fn text_to_int(text: &str) -> Evaluated<i64> {
    text.parse().map_err(|_| EvalError::Static("type conversion error from 'string' to 'int'"))
}

/// `uint(string)`: decimal digits.
///
/// # Errors
/// The text is no unsigned integer, or out of range.
pub(crate) fn text_to_uint(text: &str) -> Evaluated<u64> {
    // Rust reads a `+` before the digits.
    let digits = if text.starts_with('+') { "" } else { text };
    digits.parse().map_err(|_| EvalError::Static("type conversion error from 'string' to 'uint'"))
}

/// `double(string)`: what `strconv.ParseFloat` reads.
///
/// # Errors
/// The text is no number, or too large.
pub(crate) fn text_to_double(text: &str) -> Evaluated<f64> {
    double::read(text).ok_or(EvalError::Static("type conversion error from 'string' to 'double'"))
}

/// `bool(string)`: one of Go's six spellings of each.
///
/// # Errors
/// The text is no spelling of a bool.
pub(crate) fn text_to_bool(text: &str) -> Evaluated<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Ok(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Ok(false),
        _ => Err(EvalError::Static("type conversion error from 'string' to 'bool'")),
    }
}

/// `string(int)`.
#[must_use]
pub(crate) fn int_to_text(arena: &Arena, value: i64) -> &str {
    text(arena, |out| write!(out, "{value}"))
}

/// `string(uint)`.
#[must_use]
pub(crate) fn uint_to_text(arena: &Arena, value: u64) -> &str {
    text(arena, |out| write!(out, "{value}"))
}

/// `string(double)`: `1.5`, `1e+06`, `NaN`, `+Inf`.
#[must_use]
pub(crate) fn double_to_text(arena: &Arena, value: f64) -> &str {
    text(arena, |out| double::write(value, out))
}

/// `string(bool)`.
#[inline]
#[must_use]
pub(crate) fn bool_to_text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn text<'a>(arena: &'a Arena, write: impl FnOnce(&mut String<'a>) -> core::fmt::Result) -> &'a str {
    /// The length in which most numbers fit.
    const LENGTH: usize = 24;
    let mut out = String::with_capacity_in(LENGTH, arena);
    // Writing to a string does not fail.
    let _ = write(&mut out);
    out.into_bump_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalars::bytes;

    /// Rows of the record.
    #[test]
    fn numbers_are_converted() {
        let int = Err(EvalError::Static("integer overflow"));
        let uint = Err(EvalError::Static("unsigned integer overflow"));
        for (value, expected) in [
            (-123.456, Ok(-123)),
            (1.9, Ok(1)),
            (-7.9, Ok(-7)),
            (11.5, Ok(11)),
            (-3.5, Ok(-3)),
            (36_028_797_018_963_969.0, Ok(36_028_797_018_963_968)),
            (9_223_372_036_854_775_807.0, int.clone()),
            (-9_223_372_036_854_775_808.0, int.clone()),
            (-9_223_372_036_854_774_784.0, Ok(-9_223_372_036_854_774_784)),
            (1e99, int.clone()),
            (f64::NAN, int.clone()),
        ] {
            assert_eq!(double_to_int(value), expected, "{value}");
        }
        for (value, expected) in [
            (1.9, Ok(1)),
            (25.5, Ok(25)),
            (-0.0, Ok(0)),
            (-0.5, uint.clone()),
            (18_446_744_073_709_549_568.0, Ok(18_446_744_073_709_549_568)),
            (18_446_744_073_709_551_616.0, uint.clone()),
            (6.022e23, uint.clone()),
            (f64::NAN, uint.clone()),
        ] {
            assert_eq!(double_to_uint(value), expected, "{value}");
        }
        assert_eq!((uint_to_int(u64::MAX), uint_to_int(42)), (int, Ok(42)));
        assert_eq!((int_to_uint(-1), int_to_uint(1729)), (uint, Ok(1729)));
        assert_eq!(int_to_double(i64::MAX), 9_223_372_036_854_775_807.0);
        assert_eq!(uint_to_double(u64::MAX), 18_446_744_073_709_551_615.0);
    }

    #[test]
    fn texts_become_numbers() {
        let error = |to: &'static str| EvalError::Static(to);
        let int = error("type conversion error from 'string' to 'int'");
        for text in ["", "+", "-", "1_0", "0x1", " 1", "1.0", "9223372036854775808", "٣"] {
            assert_eq!(text_to_int(text), Err(int.clone()), "{text}");
        }
        for (text, value) in
            [("987", 987), ("+5", 5), ("-0", 0), ("007", 7), ("-9223372036854775808", i64::MIN)]
        {
            assert_eq!(text_to_int(text), Ok(value));
        }
        let uint = error("type conversion error from 'string' to 'uint'");
        for text in ["", "+1", "-1", "-0", "++1", "18446744073709551616"] {
            assert_eq!(text_to_uint(text), Err(uint.clone()), "{text}");
        }
        assert_eq!(text_to_uint("300"), Ok(300));
        assert_eq!(text_to_double("-84.32e7"), Ok(-84.32e7));
        assert_eq!(text_to_double("x"), Err(error("type conversion error from 'string' to 'double'")));
    }

    #[test]
    fn texts_become_bools() {
        let error = EvalError::Static("type conversion error from 'string' to 'bool'");
        for text in ["1", "t", "T", "true", "TRUE", "True"] {
            assert_eq!(text_to_bool(text), Ok(true));
        }
        for text in ["0", "f", "F", "false", "FALSE", "False"] {
            assert_eq!(text_to_bool(text), Ok(false));
        }
        for text in ["TrUe", "FaLsE", "", "yes", "tRUE"] {
            assert_eq!(text_to_bool(text), Err(error.clone()));
        }
    }

    /// Rows of the record.
    #[test]
    fn values_become_texts() {
        let arena = Arena::new();
        assert_eq!(int_to_text(&arena, -456), "-456");
        assert_eq!(uint_to_text(&arena, 9876), "9876");
        assert_eq!(double_to_text(&arena, 123.456), "123.456");
        assert_eq!(double_to_text(&arena, -4.5e-3), "-0.0045");
        assert_eq!(bytes::to_text(b"abc"), Ok("abc"));
        assert_eq!((bool_to_text(true), bool_to_text(false)), ("true", "false"));
    }
}
