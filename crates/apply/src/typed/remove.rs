//! Removes fields from values, or keeps only some.
//!
//! A list or a map that becomes empty is replaced by null, and so is an atomic list or map of which a part
//! would be removed.
//
// structured-merge-diff: typed/remove.go

use serde_json::{Map as JsonMap, Value};

use super::item::element_of_any;
use super::shape::Shape;
use crate::fields::FieldSet;
use crate::path::PathElement;
use crate::schema::{List, Map, Relationship, Schema, TypeRef};

/// The parts of a value that are kept.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Keep {
    /// The fields of the set.
    These,
    /// All fields except those of the set.
    Others,
}

/// The rest of a value.
pub(super) fn walk(
    schema: &Schema,
    type_ref: TypeRef,
    value: &Value,
    fields: &FieldSet,
    keep: Keep,
) -> Value {
    Walk { schema, keep }.value(Some(type_ref), value, fields)
}

struct Walk<'s> {
    schema: &'s Schema,
    keep: Keep,
}

impl Walk<'_> {
    fn value(&self, type_ref: Option<TypeRef>, value: &Value, fields: &FieldSet) -> Value {
        // Types that are not defined were refused by validation.
        let shape = type_ref.and_then(|type_ref| {
            self.schema
                .resolve(type_ref)
                .and_then(|resolved| resolved.deduce(Some(value)).shape(self.schema, type_ref).ok())
        });
        match (shape, value) {
            (Some(Shape::Scalar(_)), _) => value.clone(),
            (Some(Shape::List(_, Relationship::Atomic)), Value::Array(_))
            | (Some(Shape::Map(_, Relationship::Atomic)), Value::Object(_)) => self.whole(value),
            (Some(Shape::List(list, relationship)), Value::Array(items)) if !items.is_empty() => {
                let kept: Vec<Value> =
                    items.iter().filter_map(|item| self.item(list, relationship, item, fields)).collect();
                if kept.is_empty() { Value::Null } else { Value::Array(kept) }
            }
            (Some(Shape::Map(map, _)), Value::Object(map_fields)) if !map_fields.is_empty() => {
                let kept: JsonMap<String, Value> = map_fields
                    .iter()
                    .filter_map(|(name, value)| Some((name.clone(), self.field(map, name, value, fields)?)))
                    .collect();
                if kept.is_empty() { Value::Null } else { Value::Object(kept) }
            }
            (Some(Shape::List(..)), Value::Array(_)) | (Some(Shape::Map(..)), Value::Object(_)) => {
                self.whole(value)
            }
            _ => Value::Null,
        }
    }

    fn whole(&self, value: &Value) -> Value {
        match self.keep {
            Keep::These => value.clone(),
            Keep::Others => Value::Null,
        }
    }

    fn item(
        &self,
        list: &List,
        relationship: Relationship,
        item: &Value,
        fields: &FieldSet,
    ) -> Option<Value> {
        let node = fields.node(&element_of_any(self.schema, list, relationship, item));
        let below = node.map(|node| &node.children).filter(|children| !children.is_empty());
        let is_member = node.is_some_and(|node| node.member);
        match (self.keep, below) {
            (Keep::Others, _) if is_member => None,
            (_, Some(below)) => Some(self.value(Some(list.element), item, below)),
            (Keep::These, None) => is_member.then(|| item.clone()),
            (Keep::Others, None) => Some(item.clone()),
        }
    }

    fn field(&self, map: &Map, name: &str, value: &Value, fields: &FieldSet) -> Option<Value> {
        let node = fields.node(&PathElement::field(name));
        let below = node.map(|node| &node.children).filter(|children| !children.is_empty());
        let is_member = node.is_some_and(|node| node.member);
        match (self.keep, below) {
            (Keep::Others, _) if is_member => None,
            // The server looks for the fields of this level in the value: of a granular map nothing is left.
            (Keep::These, _) if is_member => Some(self.value(map.type_of(name), value, fields)),
            (_, Some(below)) => Some(self.value(map.type_of(name), value, below)),
            (Keep::These, None) => None,
            (Keep::Others, None) => Some(value.clone()),
        }
    }
}
