//! Adapts sets of fields to a change of types: if a value became atomic, the whole value is owned.
//!
//! In the other direction, from atomic to granular, the owner of the whole value stays its owner, and gets
//! the parts when it applies them next.
//
// structured-merge-diff: typed/reconcile_schema.go

use super::error::{Collected, ValidationErrors};
use super::shape::Shape;
use crate::fields::{FieldSet, Node};
use crate::path::PathElement;
use crate::schema::{Relationship, Schema, TypeRef};

/// The set with the changes; `None` if there are no changes.
pub(super) fn reconcile(
    schema: &Schema,
    type_ref: TypeRef,
    fields: &FieldSet,
) -> Result<Option<FieldSet>, ValidationErrors> {
    let mut walk = Walk { schema, errors: Collected::default() };
    let change = walk.value(type_ref, false, fields);
    walk.errors.finish().map(|()| match change {
        // The object itself has no owner.
        Change::None | Change::Leaf => None,
        Change::Below(set) => Some(set),
    })
}

struct Walk<'s> {
    schema: &'s Schema,
    errors: Collected,
}

/// The change of a set.
enum Change {
    None,
    /// The whole value is owned.
    Leaf,
    /// Fields below the value changed.
    Below(FieldSet),
}

impl Walk<'_> {
    /// `owned_as_one`: the value is a member, and nothing below it is.
    fn value(&mut self, type_ref: TypeRef, owned_as_one: bool, fields: &FieldSet) -> Change {
        let shape = match self.schema.resolve(type_ref) {
            None => {
                Err(format!("could not resolve {}", self.schema.name(type_ref).unwrap_or("an inlined type")))
            }
            Some(resolved) => resolved.shape(self.schema, type_ref),
        };
        match shape {
            Err(problem) => {
                self.errors.push(problem);
                Change::None
            }
            Ok(Shape::Scalar(_)) => Change::None,
            Ok(Shape::List(_, Relationship::Atomic)) if !owned_as_one => Change::Leaf,
            Ok(Shape::List(list, _)) => self.below(fields, |_| Some(list.element)),
            // Types without a schema do not change.
            Ok(Shape::Map(map, _))
                if !map.has_fields()
                    && map.element.is_some_and(|element| self.schema.is_untyped(element)) =>
            {
                Change::None
            }
            Ok(Shape::Map(_, Relationship::Atomic)) if !owned_as_one => {
                if fields.is_empty() {
                    Change::None
                } else {
                    Change::Leaf
                }
            }
            Ok(Shape::Map(map, _)) => self.below(fields, |element| match element {
                PathElement::Field(name) => map.type_of(name),
                _ => map.element,
            }),
        }
    }

    fn below(&mut self, fields: &FieldSet, type_of: impl Fn(&PathElement) -> Option<TypeRef>) -> Change {
        let mut changed: Option<Vec<Node>> = None;
        for (at, node) in fields.nodes().iter().enumerate() {
            let Some(type_ref) = type_of(&node.element) else { continue };
            let change = self.value(type_ref, node.member && node.children.is_empty(), &node.children);
            let (member, children) = match change {
                Change::None => continue,
                Change::Leaf => (true, FieldSet::new()),
                Change::Below(children) => (node.member, children),
            };
            let nodes = changed.get_or_insert_with(|| fields.nodes().to_vec());
            if let Some(slot) = nodes.get_mut(at) {
                *slot = Node { element: node.element.clone(), member, children };
            }
        }
        changed.map_or(Change::None, |nodes| Change::Below(FieldSet::from_nodes(nodes)))
    }
}
