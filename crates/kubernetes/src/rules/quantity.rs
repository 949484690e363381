//! Reads the quantities of an object.

use crdc_source::Value;

use super::at::At;
use crate::quantity::Quantity;

impl Quantity {
    /// The quantity at a place.
    pub(super) fn at(at: &At<'_, '_>) -> Option<Quantity> {
        match &at.node()?.value {
            Value::String(text) => Quantity::read(text),
            Value::Int(value) => Some(Quantity::of_int(*value)),
            Value::Float(value) => Quantity::read(&value.to_string()),
            _ => None,
        }
    }
}
