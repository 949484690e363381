//! Floats as Go writes them: in JSON, and with `%v`. Both print the fewest digits that read back
//! as the same number; they differ in when they turn to an exponent and how they pad it.

use alloc::{format, string::String};
use core::fmt::Write;

/// As `encoding/json` writes a float64: `1.5`, `100000000000000000000`, `1e+21`, `1e-7`.
pub(crate) fn json_float(value: f64) -> String {
    let mut out = String::new();
    append_json_float(&mut out, value);
    out
}

/// The same, appended. Numbers without an exponent allocate nothing.
pub(crate) fn append_json_float(out: &mut String, value: f64) {
    let size = value.abs();
    // Writing to a `String` does not fail.
    let _ = if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let (mantissa, sign, exponent) = scientific(value);
        write!(out, "{mantissa}e{sign}{exponent}")
    } else {
        write!(out, "{value}")
    };
}

/// As `fmt` prints a float64 with `%v`: `1.5`, `100000`, `1e+06`, `1e-05`.
pub(crate) fn value_float(value: f64) -> String {
    let (mantissa, sign, exponent) = scientific(value);
    // strconv/ftoa.go: with the shortest precision, 'g' decides as if it had six digits.
    if value != 0.0 && (if sign == '-' { exponent > 4 } else { exponent >= 6 }) {
        return format!("{mantissa}e{sign}{exponent:02}");
    }
    format!("{value}")
}

/// Shortest mantissa, sign and size of the exponent.
fn scientific(value: f64) -> (String, char, u32) {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(size) => ('-', size),
        None => ('+', exponent),
    };
    (String::from(mantissa), sign, exponent.parse().unwrap_or(0))
}
