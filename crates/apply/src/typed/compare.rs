//! Compares two values: added, modified and removed fields.
//!
//! If one side has no value, the other side's value and all values in it are added or removed. Repeated items
//! are compared as one.
//
// structured-merge-diff: typed/compare.go

use serde_json::{Map as JsonMap, Value};

use super::error::{Collected, ValidationErrors};
use super::index::Index;
use super::item::element_of;
use super::members::members_of_both;
use super::shape::{Shape, resolve};
use super::validate::scalar_problem;
use crate::fields::{FieldSet, Filter, Node};
use crate::path::PathElement;
use crate::schema::{List, Map, Relationship, Resolved, Schema, TypeRef};
use crate::value::equal;

/// The differences of two values: added, removed and modified fields of the right value compared with the
/// left. No field is in two of the sets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The fields that only the right side has.
    pub added: FieldSet,
    /// The fields that both sides have, with different values.
    pub modified: FieldSet,
    /// The fields that only the left side has.
    pub removed: FieldSet,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.added.is_empty() && self.modified.is_empty() && self.removed.is_empty()
    }

    /// The comparison with filtered sets.
    #[must_use]
    pub fn filtered(self, filter: Option<&Filter>) -> Self {
        match filter {
            None => self,
            Some(filter) => Comparison {
                added: filter.apply(&self.added),
                modified: filter.apply(&self.modified),
                removed: filter.apply(&self.removed),
            },
        }
    }
}

/// Compares two values of one type.
pub(super) fn compare(
    schema: &Schema,
    type_ref: TypeRef,
    left: &Value,
    right: &Value,
) -> Result<Comparison, ValidationErrors> {
    let mut walk = Walk { schema, errors: Collected::default() };
    let found = walk.value(Some(type_ref), Some(left), Some(right)).below;
    walk.errors.finish().map(|()| Comparison {
        added: FieldSet::from_nodes(found.added),
        modified: FieldSet::from_nodes(found.modified),
        removed: FieldSet::from_nodes(found.removed),
    })
}

/// The nodes of one level.
#[derive(Default)]
struct Level {
    added: Vec<Node>,
    modified: Vec<Node>,
    removed: Vec<Node>,
}

/// The differences of a value itself, and of the values in it.
#[derive(Default)]
struct ValueDifferences {
    added: bool,
    modified: bool,
    removed: bool,
    below: Level,
}

impl Level {
    fn push(&mut self, element: &PathElement, found: ValueDifferences) {
        let ValueDifferences { added, modified, removed, below } = found;
        let sets = [
            (&mut self.added, added, below.added),
            (&mut self.modified, modified, below.modified),
            (&mut self.removed, removed, below.removed),
        ];
        for (set, member, nodes) in sets {
            if member || !nodes.is_empty() {
                set.push(Node { element: element.clone(), member, children: FieldSet::from_nodes(nodes) });
            }
        }
    }
}

impl ValueDifferences {
    fn with(mut self, other: ValueDifferences) -> Self {
        self.added |= other.added;
        self.modified |= other.modified;
        self.removed |= other.removed;
        self.below.added.extend(other.below.added);
        self.below.modified.extend(other.below.modified);
        self.below.removed.extend(other.below.removed);
        self
    }
}

struct Walk<'s> {
    schema: &'s Schema,
    errors: Collected,
}

impl Walk<'_> {
    /// Compares two values, of which at least one exists.
    fn value(
        &mut self,
        type_ref: Option<TypeRef>,
        left: Option<&Value>,
        right: Option<&Value>,
    ) -> ValueDifferences {
        let resolved = match resolve(self.schema, type_ref) {
            Ok(resolved) => resolved,
            Err(problem) => {
                self.errors.push(problem);
                return ValueDifferences::default();
            }
        };
        let (deduced_left, deduced_right) = (resolved.deduce(left), resolved.deduce(right));
        let mut found = match (left, right) {
            // An absent value may have any type.
            (_, None) => self.shaped(deduced_left, type_ref, left, right),
            (Some(_), _) if !deduced_left.same_as(&deduced_right) => {
                let of_left = self.shaped(deduced_left, type_ref, left, right);
                of_left.with(self.shaped(deduced_right, type_ref, left, right))
            }
            _ => self.shaped(deduced_right, type_ref, left, right),
        };
        found.added |= left.is_none();
        found.removed |= left.is_some() && right.is_none();
        found
    }

    fn shaped(
        &mut self,
        resolved: Resolved<'_>,
        type_ref: Option<TypeRef>,
        left: Option<&Value>,
        right: Option<&Value>,
    ) -> ValueDifferences {
        match resolved.shape(self.schema, type_ref.unwrap_or(Schema::ATOMIC)) {
            Err(problem) => {
                self.errors.push(problem);
                ValueDifferences::default()
            }
            Ok(Shape::Scalar(scalar)) => {
                if let (Some(left), Some(right)) =
                    (scalar_problem(scalar, left), scalar_problem(scalar, right))
                {
                    self.errors.push(format!("lhs: {left}"));
                    self.errors.push(format!("rhs: {right}"));
                    return ValueDifferences::default();
                }
                leaf(left, right)
            }
            Ok(Shape::List(list, relationship)) => {
                let (left_items, right_items) = (items_of(left), items_of(right));
                if relationship == Relationship::Atomic || (left_items.is_empty() && right_items.is_empty()) {
                    return leaf(left, right);
                }
                ValueDifferences {
                    below: self.list(list, relationship, left_items, right_items),
                    ..ValueDifferences::default()
                }
            }
            Ok(Shape::Map(map, relationship)) => {
                let (left_fields, right_fields) =
                    (left.and_then(Value::as_object), right.and_then(Value::as_object));
                let is_empty = |fields: Option<&JsonMap<String, Value>>| fields.is_none_or(JsonMap::is_empty);
                if relationship == Relationship::Atomic || (is_empty(left_fields) && is_empty(right_fields)) {
                    return leaf(left, right);
                }
                ValueDifferences {
                    below: self.map(map, left_fields, right_fields),
                    ..ValueDifferences::default()
                }
            }
        }
    }

    fn map(
        &mut self,
        map: &Map,
        left: Option<&JsonMap<String, Value>>,
        right: Option<&JsonMap<String, Value>>,
    ) -> Level {
        let mut level = Level::default();
        for (name, left, right) in members_of_both(left, right) {
            let start = self.errors.len();
            let element = PathElement::field(name);
            let found = self.value(map.type_of(name), left, right);
            level.push(&element, found);
            self.errors.prefix(start, || element.to_string());
        }
        level
    }

    fn elements<'v>(
        &mut self,
        list: &List,
        relationship: Relationship,
        items: &'v [Value],
    ) -> (Vec<PathElement>, Vec<&'v Value>) {
        let mut found = (Vec::with_capacity(items.len()), Vec::with_capacity(items.len()));
        for (at, item) in items.iter().enumerate() {
            match element_of(self.schema, list, relationship, item) {
                Ok(element) => {
                    found.0.push(element);
                    found.1.push(item);
                }
                Err(problem) => self.errors.push(format!("element {at}: {problem}")),
            }
        }
        found
    }

    fn list(&mut self, list: &List, relationship: Relationship, left: &[Value], right: &[Value]) -> Level {
        let (left_elements, left) = self.elements(list, relationship, left);
        let (right_elements, right) = self.elements(list, relationship, right);
        let (left_index, right_index) = (Index::new(&left_elements), Index::new(&right_elements));
        let mut level = Level::default();
        let mut matched = vec![false; right_index.len()];
        for group in 0..left_index.len() {
            let positions = left_index.items(group);
            let Some(element) = positions.first().and_then(|at| left_elements.get(*at)) else { continue };
            let twin = right_index.find(element);
            if let Some(matched) = twin.and_then(|twin| matched.get_mut(twin)) {
                *matched = true;
            }
            let of_left: Vec<&Value> = positions.iter().filter_map(|at| left.get(*at).copied()).collect();
            let of_right = twin.map(|twin| right_index.items(twin)).unwrap_or_default();
            let of_right: Vec<&Value> = of_right.iter().filter_map(|at| right.get(*at).copied()).collect();
            let found = self.items(list, element, &of_left, &of_right);
            level.push(element, found);
        }
        for group in (0..right_index.len()).filter(|group| matched.get(*group) == Some(&false)) {
            let positions = right_index.items(group);
            let Some(element) = positions.first().and_then(|at| right_elements.get(*at)) else { continue };
            let of_right: Vec<&Value> = positions.iter().filter_map(|at| right.get(*at).copied()).collect();
            let found = self.items(list, element, &[], &of_right);
            level.push(element, found);
        }
        level
    }

    /// The items of one element, at least one.
    fn items(
        &mut self,
        list: &List,
        element: &PathElement,
        left: &[&Value],
        right: &[&Value],
    ) -> ValueDifferences {
        let start = self.errors.len();
        let found = match (left, right) {
            ([] | [_], [] | [_]) => {
                self.value(Some(list.element), left.first().copied(), right.first().copied())
            }
            ([_, _, ..], [_, _, ..]) => {
                let same = left.len() == right.len()
                    && left.iter().zip(right).all(|(left, right)| equal(left, right));
                ValueDifferences { modified: !same, ..ValueDifferences::default() }
            }
            // The items were duplicates, and are no longer.
            ([_, _, ..], [first]) => {
                let found = self.value(Some(list.element), None, Some(first));
                ValueDifferences { removed: true, ..found }
            }
            ([_, _, ..], []) => ValueDifferences { removed: true, ..ValueDifferences::default() },
            // The items became duplicates.
            ([first], [_, _, ..]) => {
                let found = self.value(Some(list.element), Some(first), None);
                ValueDifferences { added: true, ..found }
            }
            ([], [_, _, ..]) => ValueDifferences { added: true, ..ValueDifferences::default() },
        };
        self.errors.prefix(start, || element.to_string());
        found
    }
}

fn items_of(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn leaf(left: Option<&Value>, right: Option<&Value>) -> ValueDifferences {
    let modified = left.zip(right).is_some_and(|(left, right)| !equal(left, right));
    ValueDifferences {
        added: left.is_none(),
        removed: right.is_none(),
        modified,
        ..ValueDifferences::default()
    }
}
