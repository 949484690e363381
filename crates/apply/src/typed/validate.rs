//! Validates values: their types, declared fields, duplicates.
//
// structured-merge-diff: typed/validate.go

use serde_json::Value;

use super::error::{Collected, ValidationErrors};
use super::index::Index;
use super::item::element_of;
use super::shape::{Shape, resolve};
use crate::path::PathElement;
use crate::schema::{List, Map, Relationship, Scalar, Schema, TypeRef};
use crate::value::{go_plain, go_syntax};

/// Whether lists with keys and sets may have items that are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// Duplicates are allowed, as in stored objects: they are owned as one.
    Allowed,
    /// Duplicates are refused, as in an applied configuration.
    Refused,
}

/// The errors of a value that does not match the type.
pub(super) fn validate(
    schema: &Schema,
    type_ref: TypeRef,
    value: &Value,
    duplicates: Duplicates,
) -> Result<(), ValidationErrors> {
    let mut walk = Walk { schema, duplicates, errors: Collected::default() };
    walk.value(Some(type_ref), value);
    walk.errors.finish()
}

struct Walk<'s> {
    schema: &'s Schema,
    duplicates: Duplicates,
    errors: Collected,
}

impl Walk<'_> {
    fn value(&mut self, type_ref: Option<TypeRef>, value: &Value) {
        let shape = resolve(self.schema, type_ref).and_then(|resolved| {
            resolved.deduce(Some(value)).shape(self.schema, type_ref.unwrap_or(Schema::ATOMIC))
        });
        match shape {
            Err(problem) => self.errors.push(problem),
            Ok(Shape::Scalar(scalar)) => {
                if let Some(problem) = scalar_problem(scalar, Some(value)) {
                    self.errors.push(problem);
                }
            }
            Ok(Shape::List(list, relationship)) => match value {
                Value::Array(items) => self.list(list, relationship, items),
                Value::Null => {}
                other => self.errors.push(format!("expected list, got {}", go_plain(other))),
            },
            Ok(Shape::Map(map, _)) => match value {
                Value::Object(fields) => self.map(map, fields),
                Value::Null => {}
                other => self.errors.push(format!("expected map, got {}", go_plain(other))),
            },
        }
    }

    fn list(&mut self, list: &List, relationship: Relationship, items: &[Value]) {
        if relationship != Relationship::Associative {
            for (at, item) in items.iter().enumerate() {
                let start = self.errors.len();
                self.value(Some(list.element), item);
                self.errors.prefix(start, || format!("[{at}]"));
            }
            return;
        }
        // After the first item without an element, no further item is checked.
        let mut elements = Vec::with_capacity(items.len());
        let mut problem = None;
        for (at, item) in items.iter().enumerate() {
            match element_of(self.schema, list, relationship, item) {
                Ok(element) => elements.push(element),
                Err(message) => {
                    problem = Some(format!("element {at}: {message}"));
                    break;
                }
            }
        }
        let index = (self.duplicates == Duplicates::Refused).then(|| Index::new(&elements));
        for (at, (item, element)) in items.iter().zip(&elements).enumerate() {
            if index.as_ref().is_some_and(|index| index.is_repeated(at)) {
                self.errors.push(format!("duplicate entries for key {element}"));
            }
            let start = self.errors.len();
            self.value(Some(list.element), item);
            self.errors.prefix(start, || element.to_string());
        }
        if let Some(problem) = problem {
            self.errors.push(problem);
        }
    }

    fn map(&mut self, map: &Map, fields: &serde_json::Map<String, Value>) {
        for (name, value) in fields {
            let start = self.errors.len();
            let type_ref = map.type_of(name);
            match type_ref {
                Some(_) => self.value(type_ref, value),
                None => self.errors.push("field not declared in schema".to_owned()),
            }
            self.errors.prefix(start, || PathElement::field(name).to_string());
            if type_ref.is_none() {
                return;
            }
        }
    }
}

/// The problem of a scalar; null and nothing are allowed.
pub(super) fn scalar_problem(scalar: Scalar, value: Option<&Value>) -> Option<String> {
    let value = value.filter(|value| !value.is_null())?;
    match scalar {
        Scalar::Numeric if value.is_number() => None,
        Scalar::String if value.is_string() => None,
        Scalar::Boolean if value.is_boolean() => None,
        Scalar::Untyped if !value.is_object() && !value.is_array() => None,
        Scalar::Numeric => Some(format!("expected numeric (int or float), got {}", go_type(value))),
        Scalar::String => Some(format!("expected string, got {}", go_syntax(value))),
        Scalar::Boolean => Some(format!("expected boolean, got {}", go_plain(value))),
        Scalar::Untyped => Some(format!("expected any scalar, got {}", go_plain(value))),
    }
}

fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) => match crate::value::go_number(number) {
            crate::value::GoNumber::Int(_) => "int64",
            crate::value::GoNumber::Float(_) => "float64",
        },
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
