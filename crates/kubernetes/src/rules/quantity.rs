//! Reads the quantities of an object.

use crdc_source::{Node, Value};

use super::at::At;
use crate::quantity::{Quantity, trimmed};

impl Quantity {
    /// The quantity at a place.
    pub(super) fn at(at: &At<'_, '_>) -> Option<Quantity> {
        Quantity::of_node(at.node()?)
    }

    /// The quantity of a value.
    pub(super) fn of_node(node: &Node) -> Option<Quantity> {
        match &node.value {
            Value::String(text) => Quantity::read(trimmed(text)),
            Value::Int(value) => Some(Quantity::of_int(*value)),
            Value::Float(value) => Quantity::read(&value.to_string()),
            _ => None,
        }
    }
}
