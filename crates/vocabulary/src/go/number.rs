//! Writes floats as Go does, in JSON and with `%v`. Both write the fewest digits that parse as the same
//! number. They differ in when they use an exponent and how they pad it.

use alloc::{format, string::String};
use core::fmt::Write;

/// A float64 as `encoding/json` writes it: `1.5`, `100000000000000000000`, `1e+21`, `1e-7`.
#[must_use]
pub fn json_float(value: f64) -> String {
    let mut out = String::new();
    append_json_float(&mut out, value);
    out
}

/// Appends what [`json_float`] returns. Numbers without an exponent allocate nothing.
pub fn append_json_float(out: &mut String, value: f64) {
    let size = value.abs();
    // Writing to a `String` does not fail.
    let _ = if size != 0.0 && !(1e-6..1e21).contains(&size) {
        let text = format!("{value:e}");
        let (mantissa, sign, exponent) = scientific(&text);
        write!(out, "{mantissa}e{sign}{exponent}")
    } else {
        write!(out, "{value}")
    };
}

/// A float64 as `fmt` prints it with `%v`: `1.5`, `100000`, `1e+06`, `1e-05`.
#[must_use]
pub fn value_float(value: f64) -> String {
    shortest(&format!("{value:e}")).unwrap_or_else(|| format!("{value}"))
}

/// Like [`value_float`], for a float32.
#[must_use]
pub fn value_float32(value: f32) -> String {
    shortest(&format!("{value:e}")).unwrap_or_else(|| format!("{value}"))
}

/// The form with an exponent, if Go uses one.
fn shortest(text: &str) -> Option<String> {
    let (mantissa, sign, exponent) = scientific(text);
    // strconv/ftoa.go: with the shortest precision, 'g' decides as if it had six digits.
    let large = if sign == '-' { exponent > 4 } else { exponent >= 6 };
    large.then(|| format!("{mantissa}e{sign}{exponent:02}"))
}

/// Mantissa, sign and absolute exponent of the output of `{:e}`, which has the fewest digits.
fn scientific(text: &str) -> (&str, char, u32) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    match exponent.strip_prefix('-') {
        Some(size) => (mantissa, '-', size.parse().unwrap_or(0)),
        None => (mantissa, '+', exponent.parse().unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::{json_float, value_float, value_float32};

    /// The output of Go 1.24 for `json.Marshal` and `fmt.Sprintf("%v", …)`.
    #[test]
    fn floats_are_spelled_as_by_go() {
        for (value, json, plain) in [
            (0.0, "0", "0"),
            (-0.0, "-0", "-0"),
            (1.5, "1.5", "1.5"),
            (100_000.0, "100000", "100000"),
            (123_456.5, "123456.5", "123456.5"),
            (1e6, "1000000", "1e+06"),
            (1e8, "100000000", "1e+08"),
            (1_234_567.5, "1234567.5", "1.2345675e+06"),
            (1e20, "100000000000000000000", "1e+20"),
            (1e21, "1e+21", "1e+21"),
            (-1.5e300, "-1.5e+300", "-1.5e+300"),
            (0.0001, "0.0001", "0.0001"),
            (0.00001, "0.00001", "1e-05"),
            (1e-7, "1e-7", "1e-07"),
            (2.5e-10, "2.5e-10", "2.5e-10"),
        ] {
            assert_eq!((json_float(value).as_str(), value_float(value).as_str()), (json, plain));
        }
        assert_eq!(
            (value_float32(0.1).as_str(), value_float32(16_777_216.0).as_str()),
            ("0.1", "1.6777216e+07")
        );
    }
}
