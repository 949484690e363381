//! The texts of scalars as Go writes them. In: a type with an encoder of its own, or `[]byte`, and a value in
//! JSON. Out: the text that Go writes for it.
//!
//! Easy to break: a value that Go refuses has no such text and stays, so that the decoder's error shows it.
//
// apimachinery: pkg/api/resource/quantity.go MarshalJSON; pkg/apis/meta/v1/{time,micro_time}.go MarshalJSON

use crdc_vocabulary::go::{Layout, Time, decode_base64, encode_base64};
use serde_json::Value;

use crate::definition::{Definition, Shape};
use crate::quantity::{Quantity, trimmed};

/// The text that Go writes for a value of a type with an encoder of its own; `None` if it writes the value as
/// it is.
///
/// - A quantity gets the largest unit in which it is whole: `1` for `1000m`, `"2"` for the number 2. A number
///   with an exponent, such as `1e3`, counts as written without it.
/// - Times are in UTC, without a fraction of a second; a `MicroTime` has six digits of one.
pub(super) fn canonical(definition: &Definition, value: &Value) -> Option<String> {
    match (&definition.shape, value) {
        (Shape::Quantity, Value::String(text)) => Quantity::read(trimmed(text)).map(|found| found.text()),
        (Shape::Quantity, Value::Number(number)) => {
            Quantity::read(&number.to_string()).map(|found| found.text())
        }
        (Shape::Time, Value::String(text)) => {
            let time = Time::parse(text, Layout::Rfc3339).ok()?;
            Some(Time { nanoseconds: 0, offset: 0, ..time }.to_string())
        }
        (Shape::MicroTime, Value::String(text)) => {
            let time = Time::parse(text, Layout::Rfc3339Micro).ok()?;
            let seconds = Time { nanoseconds: 0, offset: 0, ..time }.to_string();
            Some(format!("{}.{:06}Z", seconds.trim_end_matches('Z'), time.nanoseconds / 1000))
        }
        _ => None,
    }
}

/// The base64 of `[]byte`, without line breaks; `None` if the value is no base64.
pub(super) fn bytes(value: &Value) -> Option<String> {
    Some(encode_base64(&decode_base64(value.as_str()?.as_bytes()).ok()?))
}
