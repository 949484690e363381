//! Union, intersection and differences of sets of fields. Each takes one pass over both sets, or over the
//! smaller one if the result is in it.
//!
//! A parent and its child are different members, so the difference of a set with the parent and a set with
//! the child contains the parent.

use std::cmp::Ordering;

use super::set::{FieldSet, Node};
use crate::schema::{Schema, TypeRef};

/// The nodes of both sets for one element.
enum Pair<'a> {
    Left(&'a Node),
    Both(&'a Node, &'a Node),
    Right(&'a Node),
}

fn pairs<'a>(left: &'a FieldSet, right: &'a FieldSet) -> impl Iterator<Item = Pair<'a>> {
    let (mut left, mut right) = (left.nodes.iter().peekable(), right.nodes.iter().peekable());
    std::iter::from_fn(move || {
        let order = match (left.peek(), right.peek()) {
            (Some(left), Some(right)) => left.element.compare(&right.element),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        match order {
            Ordering::Less => left.next().map(Pair::Left),
            Ordering::Greater => right.next().map(Pair::Right),
            Ordering::Equal => left.next().zip(right.next()).map(|(left, right)| Pair::Both(left, right)),
        }
    })
}

/// Whether searching the nodes of one set in the other takes fewer steps than one pass over both: an object
/// may have thousands of managers with a field each.
fn is_small(one: &FieldSet, other: &FieldSet) -> bool {
    one.nodes.len().saturating_mul(16) < other.nodes.len()
}

/// The members that both nodes of an element have.
fn shared(left: &Node, right: &Node) -> Node {
    Node {
        element: left.element.clone(),
        member: left.member && right.member,
        children: left.children.intersection(&right.children),
    }
}

/// The members that only the first of two nodes of an element has.
fn less(left: &Node, right: &Node) -> Node {
    Node {
        element: left.element.clone(),
        member: left.member && !right.member,
        children: left.children.difference(&right.children),
    }
}

impl FieldSet {
    pub(super) fn collected(nodes: impl Iterator<Item = Node>) -> FieldSet {
        FieldSet { nodes: nodes.filter(|node| !node.is_empty()).collect() }
    }

    /// The members that are in either set.
    #[must_use]
    pub fn union(&self, other: &FieldSet) -> FieldSet {
        FieldSet::collected(pairs(self, other).map(|pair| match pair {
            Pair::Left(node) | Pair::Right(node) => node.clone(),
            Pair::Both(left, right) => Node {
                element: left.element.clone(),
                member: left.member || right.member,
                children: left.children.union(&right.children),
            },
        }))
    }

    /// The members that are in any of the sets.
    #[must_use]
    pub(crate) fn union_of(sets: Vec<FieldSet>) -> FieldSet {
        FieldSet::from_nodes(sets.into_iter().flat_map(|set| set.nodes).collect())
    }

    /// The members that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &FieldSet) -> FieldSet {
        if is_small(other, self) {
            return other.intersection(self);
        }
        if is_small(self, other) {
            let both = |left: &Node| other.node(&left.element).map(|right| shared(left, right));
            return FieldSet::collected(self.nodes.iter().filter_map(both));
        }
        FieldSet::collected(pairs(self, other).filter_map(|pair| match pair {
            Pair::Left(_) | Pair::Right(_) => None,
            Pair::Both(left, right) => Some(shared(left, right)),
        }))
    }

    /// The members of this set that are not in the other set.
    #[must_use]
    pub fn difference(&self, other: &FieldSet) -> FieldSet {
        if is_small(self, other) {
            let rest = |left: &Node| {
                other.node(&left.element).map_or_else(|| left.clone(), |right| less(left, right))
            };
            return FieldSet::collected(self.nodes.iter().map(rest));
        }
        FieldSet::collected(pairs(self, other).filter_map(|pair| match pair {
            Pair::Right(_) => None,
            Pair::Left(node) => Some(node.clone()),
            Pair::Both(left, right) => Some(less(left, right)),
        }))
    }

    /// Members of this set that are neither of the other nor below a member of it.
    #[must_use]
    pub fn recursive_difference(&self, other: &FieldSet) -> FieldSet {
        FieldSet::collected(pairs(self, other).filter_map(|pair| match pair {
            Pair::Right(_) => None,
            Pair::Left(node) => Some(node.clone()),
            Pair::Both(_, right) if right.member => None,
            Pair::Both(left, right) => Some(Node {
                element: left.element.clone(),
                member: left.member,
                children: left.children.recursive_difference(&right.children),
            }),
        }))
    }

    /// The members without members below them.
    #[must_use]
    pub fn leaves(&self) -> FieldSet {
        FieldSet::collected(self.nodes.iter().map(|node| Node {
            element: node.element.clone(),
            member: node.member && node.children.is_empty(),
            children: node.children.leaves(),
        }))
    }

    /// The set with the declared fields of structs that have a member below them. Such fields are not owned
    /// themselves, but are removed together with the values in them.
    #[must_use]
    pub(crate) fn with_named_fields(&self, schema: &Schema, type_ref: Option<TypeRef>) -> FieldSet {
        let resolved = type_ref.and_then(|type_ref| schema.resolve(type_ref));
        let map = resolved.and_then(|resolved| resolved.map).map(|(map, _)| map);
        let list = resolved.and_then(|resolved| resolved.list).map(|(list, _)| list);
        FieldSet::collected(self.nodes.iter().map(|node| {
            let field = node.element.as_field();
            let child = match (field, map, list) {
                (Some(name), Some(map), _) => map.type_of(name),
                (None, _, Some(list)) if matches!(node.element, crate::path::PathElement::Key(_)) => {
                    Some(list.element)
                }
                _ => None,
            };
            let is_named = field.zip(map).is_some_and(|(name, map)| map.find(name).is_some());
            Node {
                element: node.element.clone(),
                member: node.member || (is_named && !node.children.is_empty()),
                children: node.children.with_named_fields(schema, child),
            }
        }))
    }
}
