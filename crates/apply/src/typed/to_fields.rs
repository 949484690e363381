//! Collects the fields and items of a value.
//!
//! Leaves and items of lists are members. Fields of structs are members only if they are null or an empty
//! map, but keys of maps are always members. Repeated items of a list are one member without members below
//! it.
//
// structured-merge-diff: typed/tofieldset.go

use serde_json::Value;

use super::error::{Collected, ValidationErrors};
use super::index::Index;
use super::item::element_of_any;
use super::shape::{Shape, resolve};
use crate::fields::{FieldSet, Node};
use crate::path::PathElement;
use crate::schema::{List, Relationship, Schema, TypeRef};

/// All members.
pub(super) fn to_fields(
    schema: &Schema,
    type_ref: TypeRef,
    value: &Value,
) -> Result<FieldSet, ValidationErrors> {
    let mut walk = Walk { schema, errors: Collected::default() };
    let (_, set) = walk.value(Some(type_ref), value);
    walk.errors.finish().map(|()| set)
}

struct Walk<'s> {
    schema: &'s Schema,
    errors: Collected,
}

/// Whether a value is a leaf, and the members below it.
type Members = (bool, FieldSet);

impl Walk<'_> {
    fn value(&mut self, type_ref: Option<TypeRef>, value: &Value) -> Members {
        let shape = resolve(self.schema, type_ref).and_then(|resolved| {
            resolved.deduce(Some(value)).shape(self.schema, type_ref.unwrap_or(Schema::ATOMIC))
        });
        match (shape, value) {
            (Err(problem), _) => {
                self.errors.push(problem);
                (false, FieldSet::new())
            }
            (
                Ok(
                    Shape::Scalar(_)
                    | Shape::List(_, Relationship::Atomic)
                    | Shape::Map(_, Relationship::Atomic),
                ),
                _,
            ) => (true, FieldSet::new()),
            (Ok(Shape::List(list, relationship)), Value::Array(items)) => {
                (false, self.list(list, relationship, items))
            }
            (Ok(Shape::Map(map, _)), Value::Object(fields)) => {
                let nodes = fields.iter().map(|(name, value)| {
                    let (leaf, children) = self.value(map.type_of(name), value);
                    let is_empty =
                        value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty);
                    Node {
                        element: PathElement::field(name),
                        member: leaf || is_empty || map.find(name).is_none(),
                        children,
                    }
                });
                (false, FieldSet::from_nodes(nodes.collect()))
            }
            _ => (false, FieldSet::new()),
        }
    }

    fn list(&mut self, list: &List, relationship: Relationship, items: &[Value]) -> FieldSet {
        let elements: Vec<PathElement> =
            items.iter().map(|item| element_of_any(self.schema, list, relationship, item)).collect();
        let index = Index::new(&elements);
        let nodes = (0..index.len()).filter_map(|group| {
            let positions = index.items(group);
            let first = *positions.first()?;
            let children = match positions {
                [only] => self.value(Some(list.element), items.get(*only)?).1,
                _ => FieldSet::new(),
            };
            Some(Node { element: elements.get(first)?.clone(), member: true, children })
        });
        FieldSet::from_nodes(nodes.collect())
    }
}
