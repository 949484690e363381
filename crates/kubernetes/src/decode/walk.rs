//! Walks an object and its definition in parallel. A valid value takes one comparison of types, and each
//! field a binary search.
//
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go

use crdc_source::{Member, Node, Value};

use super::number;
use super::place::{Place, Step};
use super::report::{Decoder, Wanted};
use crate::definition::{Definition, Shape, Type};

// The recursion is as deep as the text, whose depth is limited.
impl<'d> Decoder<'d> {
    /// A value of a named type.
    pub(super) fn object(&mut self, node: &Node, definition: &'d Definition, at: &Place<'_>) {
        match (&definition.shape, &node.value) {
            (_, Value::Null) => {}
            (Shape::Struct(_), Value::Object(members)) => self.members(members, definition, at),
            (Shape::Struct(_), _) => {
                let name = super::go_type::of_definition(definition);
                self.mismatch(node, Wanted::Struct, name.as_deref(), at);
            }
            (Shape::Quantity, _) => self.quantity(node, at),
            (Shape::IntOrString, Value::String(_)) => {}
            (Shape::IntOrString, _) => self.integer(node, "int32", at),
            (Shape::Time | Shape::MicroTime | Shape::Duration, _) => self.time(node, &definition.shape, at),
            (Shape::Any, _) => self.schema_props(node, definition, at),
        }
    }

    fn members(&mut self, members: &[Member], definition: &'d Definition, at: &Place<'_>) {
        for member in members {
            match definition.field(&member.key) {
                Some(field) => {
                    self.value(&member.value, &field.value, &at.below(Step::Field(definition, field)));
                }
                None => self.unknown(member, definition, at),
            }
        }
    }

    /// A value of any type.
    pub(super) fn value(&mut self, node: &Node, of: &'d Type, at: &Place<'_>) {
        match (of, &node.value) {
            (_, Value::Null)
            | (Type::Any, _)
            | (Type::String, Value::String(_))
            | (Type::Bool, Value::Bool(_))
            | (Type::Double, Value::Int(_) | Value::Float(_)) => {}
            (Type::Named(id), _) => {
                if let Some(definition) = self.kinds.get(*id) {
                    self.object(node, definition, at);
                }
            }
            (Type::List(items, _), Value::Array(nodes)) => {
                for (index, node) in nodes.iter().enumerate() {
                    self.value(node, items, &at.below(Step::Index(index)));
                }
            }
            (Type::Map(values), Value::Object(members)) => {
                for member in members {
                    self.value(&member.value, values, &at.below(Step::Key(&member.key)));
                }
            }
            (Type::Int32, _) => self.integer(node, "int32", at),
            (Type::Int64, _) => self.integer(node, "int64", at),
            (Type::Bytes, Value::String(text)) => self.base64(text, node, at),
            // A list of numbers is a list of bytes.
            (Type::Bytes, Value::Array(nodes)) => {
                for (index, node) in nodes.iter().enumerate() {
                    self.integer(node, "uint8", &at.below(Step::Index(index)));
                }
            }
            _ => {
                let wanted = match of {
                    Type::List(..) => Wanted::List,
                    Type::Map(_) => Wanted::Map,
                    Type::Bool => Wanted::Bool,
                    Type::Double => Wanted::Number,
                    Type::Bytes => Wanted::Bytes,
                    _ => Wanted::Text,
                };
                let name = super::go_type::at(self.kinds, at, of);
                self.mismatch(node, wanted, name.as_deref(), at);
            }
        }
    }

    /// A whole number.
    fn integer(&mut self, node: &Node, name: &'static str, at: &Place<'_>) {
        let fits = match &node.value {
            Value::Null => true,
            Value::Int(value) => number::fits(*value, name),
            Value::Float(value) => number::as_integer(*value).is_some_and(|value| number::fits(value, name)),
            _ => false,
        };
        if !fits {
            self.mismatch(node, Wanted::Integer(name), Some(name), at);
        }
    }
}
