//! Numbers with Go's types, and sorted keys of maps.

use serde_json::{Map, Number, Value};

/// A number as Go represents it after reading JSON: an int64 if it fits, a float64 otherwise.
#[derive(Clone, Copy)]
pub(crate) enum GoNumber {
    Int(i64),
    Float(f64),
}

pub(crate) fn go_number(number: &Number) -> GoNumber {
    match number.as_i64() {
        Some(int) => GoNumber::Int(int),
        None => GoNumber::Float(number.as_f64().unwrap_or_default()),
    }
}

impl GoNumber {
    pub(super) fn as_float(self) -> f64 {
        match self {
            // The server compares them as float64, with its loss of digits.
            GoNumber::Int(int) => int as f64,
            GoNumber::Float(float) => float,
        }
    }
}

/// `1e21` as Go writes it: `1e+21`, with two digits at least.
pub(super) fn with_exponent(digits: &str, exponent: &str) -> String {
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
    format!("{digits}e{sign}{exponent:0>2}")
}

/// The sorted keys, also if another crate of the build makes serde_json keep the insertion order.
pub(crate) fn sorted_keys(map: &Map<String, Value>) -> Vec<&String> {
    let mut keys: Vec<&String> = map.keys().collect();
    keys.sort_unstable();
    keys
}
