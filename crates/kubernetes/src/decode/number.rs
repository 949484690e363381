//! Formats numbers as clients send them and Go reads them: a whole float is sent without a fraction, like an
//! integer.

use crdc_source::Value;
use crdc_vocabulary::go;

/// The text of a number in JSON; `None` for other values.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::Int(value) => Some(value.to_string()),
        Value::Float(value) => Some(go::json_float(*value)),
        _ => None,
    }
}

/// The integer whose text a float has, if it has 64 bits.
pub(super) fn as_integer(value: f64) -> Option<i64> {
    go::json_float(value).parse().ok()
}

/// Whether a Go type has the number.
pub(super) fn fits(value: i64, go_type: &str) -> bool {
    let (least, most) = range(go_type);
    (least..=most).contains(&value)
}

/// The least and the greatest number of a Go type.
pub(super) fn range(go_type: &str) -> (i64, i64) {
    match go_type {
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (u8::MIN.into(), u8::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    }
}
