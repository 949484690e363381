//! Merges an applied value into the current one.
//!
//! A merge removes nothing. Items of lists follow the order of the applied list, with the other items in
//! between. Repeated items that are not applied stay where they are.
//
// structured-merge-diff: typed/merge.go

use serde_json::{Map as JsonMap, Value};

use super::error::{Collected, ValidationErrors};
use super::index::Index;
use super::item::element_of;
use super::members::members_of_both;
use super::shape::{Shape, resolve};
use super::validate::scalar_problem;
use crate::path::PathElement;
use crate::schema::{List, Map, Relationship, Resolved, Schema, TypeRef};

/// Merges the right value into the left one.
pub(super) fn merge(
    schema: &Schema,
    type_ref: TypeRef,
    left: &Value,
    right: &Value,
) -> Result<Value, ValidationErrors> {
    let mut walk = Walk { schema, errors: Collected::default() };
    let merged = walk.value(Some(type_ref), Some(left), Some(right));
    walk.errors.finish().map(|()| merged.unwrap_or(Value::Null))
}

struct Walk<'s> {
    schema: &'s Schema,
    errors: Collected,
}

impl Walk<'_> {
    /// Merges two values, of which at least one exists.
    fn value(
        &mut self,
        type_ref: Option<TypeRef>,
        left: Option<&Value>,
        right: Option<&Value>,
    ) -> Option<Value> {
        let resolved = match resolve(self.schema, type_ref) {
            Ok(resolved) => resolved,
            Err(problem) => {
                self.errors.push(problem);
                return None;
            }
        };
        let (deduced_left, deduced_right) = (resolved.deduce(left), resolved.deduce(right));
        // An absent value may have any type.
        if right.is_none() {
            return self.shaped(deduced_left, type_ref, left, right);
        }
        if left.is_some() && !deduced_left.same_as(&deduced_right) {
            // The left form is only looked at for errors.
            self.shaped(deduced_left, type_ref, left, right);
        }
        self.shaped(deduced_right, type_ref, left, right)
    }

    fn shaped(
        &mut self,
        resolved: Resolved<'_>,
        type_ref: Option<TypeRef>,
        left: Option<&Value>,
        right: Option<&Value>,
    ) -> Option<Value> {
        match resolved.shape(self.schema, type_ref.unwrap_or(Schema::ATOMIC)) {
            Err(problem) => {
                self.errors.push(problem);
                None
            }
            Ok(Shape::Scalar(scalar)) => {
                if let (Some(left), Some(right)) =
                    (scalar_problem(scalar, left), scalar_problem(scalar, right))
                {
                    self.errors.push(format!("lhs: {left}"));
                    self.errors.push(format!("rhs: {right}"));
                    return None;
                }
                leaf(left, right)
            }
            Ok(Shape::List(list, relationship)) => {
                let (left_items, right_items) = (items(left), items(right));
                // An empty list and null are different if both sides are one of them.
                if relationship == Relationship::Atomic || (left_items.is_empty() && right_items.is_empty()) {
                    return leaf(left, right);
                }
                self.list(list, relationship, left_items, right_items)
            }
            Ok(Shape::Map(map, relationship)) => {
                let (left_fields, right_fields) = (fields(left), fields(right));
                let is_empty = |fields: Option<&JsonMap<String, Value>>| fields.is_none_or(JsonMap::is_empty);
                if relationship == Relationship::Atomic || (is_empty(left_fields) && is_empty(right_fields)) {
                    return leaf(left, right);
                }
                self.map(map, left_fields, right_fields)
            }
        }
    }

    fn map(
        &mut self,
        map: &Map,
        left: Option<&JsonMap<String, Value>>,
        right: Option<&JsonMap<String, Value>>,
    ) -> Option<Value> {
        let mut out = JsonMap::new();
        for (name, left, right) in members_of_both(left, right) {
            let start = self.errors.len();
            if let Some(merged) = self.value(map.type_of(name), left, right) {
                out.insert(name.to_owned(), merged);
            }
            self.errors.prefix(start, || PathElement::field(name).to_string());
        }
        (!out.is_empty()).then_some(Value::Object(out))
    }

    fn elements(&mut self, list: &List, relationship: Relationship, items: &[Value]) -> Vec<PathElement> {
        let mut elements = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            match element_of(self.schema, list, relationship, item) {
                Ok(element) => elements.push(element),
                Err(problem) => self.errors.push(format!("element {at}: {problem}")),
            }
        }
        elements
    }

    fn list(
        &mut self,
        list: &List,
        relationship: Relationship,
        left: &[Value],
        right: &[Value],
    ) -> Option<Value> {
        let start = self.errors.len();
        let right_elements = self.elements(list, relationship, right);
        let right_index = Index::new(&right_elements);
        for (at, element) in right_elements.iter().enumerate() {
            if right_index.is_repeated(at) {
                self.errors.push(format!("duplicate entries for key {element}"));
            }
        }
        let left_elements = self.elements(list, relationship, left);
        if self.errors.len() > start {
            return None;
        }
        let left_index = Index::new(&left_elements);
        let pairing = Pairing::new(&left_elements, &left_index, &right_elements, &right_index);
        let mut out = Vec::with_capacity(left.len().max(right.len()));
        for step in pairing.steps() {
            let (of_left, of_right) = match step {
                MergedItem::Left(at) => (left.get(at), None),
                // An item that was there twice is not merged with the new one.
                MergedItem::Right { left: Some(group), right: at } => match left_index.items(group) {
                    [only] => (left.get(*only), right.get(at)),
                    _ => (Some(&Value::Null), right.get(at)),
                },
                MergedItem::Right { left: None, right: at } => (None, right.get(at)),
            };
            let start = self.errors.len();
            out.extend(self.value(Some(list.element), of_left, of_right));
            // Errors of items are dropped by the server; both sides were validated.
            self.errors.truncate(start);
        }
        (!out.is_empty()).then_some(Value::Array(out))
    }
}

fn leaf(left: Option<&Value>, right: Option<&Value>) -> Option<Value> {
    right.or(left).cloned()
}

fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn fields(value: Option<&Value>) -> Option<&JsonMap<String, Value>> {
    value.and_then(Value::as_object)
}

/// One item of the merged list.
enum MergedItem {
    /// An item that is only there, at its position.
    Left(usize),
    /// An applied item, with the group of existing items that it replaces.
    Right { left: Option<usize>, right: usize },
}

/// Both lists, by position: where an item of one is in the other.
struct Pairing {
    /// For each item of the left list, its position in the right list.
    right_of_left: Vec<Option<usize>>,
    /// For each item of the right list, its group in the left list.
    left_of_right: Vec<Option<usize>>,
}

impl Pairing {
    fn new(
        left: &[PathElement],
        left_index: &Index<'_>,
        right: &[PathElement],
        right_index: &Index<'_>,
    ) -> Self {
        let position =
            |element| right_index.find(element).and_then(|group| right_index.items(group).first().copied());
        Pairing {
            right_of_left: left.iter().map(position).collect(),
            left_of_right: right.iter().map(|element| left_index.find(element)).collect(),
        }
    }

    /// The server's walk over both lists at once. `next` is the next item of the right list that is in both.
    fn steps(&self) -> Vec<MergedItem> {
        let (left_end, right_end) = (self.right_of_left.len(), self.left_of_right.len());
        let mut shared = (0..right_end).filter(|at| self.left_of_right.get(*at).is_some_and(Option::is_some));
        let mut next = shared.next();
        let mut merged = vec![false; right_end];
        let mut steps = Vec::with_capacity(left_end.max(right_end));
        let (mut left, mut right) = (0, 0);
        while left < left_end || right < right_end {
            // The item of the right list that the left one is, if any.
            let twin = self.right_of_left.get(left).copied().flatten();
            if left < left_end && right < right_end {
                if twin == Some(right) {
                    self.take(right, &mut merged, &mut steps);
                    left += 1;
                    right += 1;
                    next = shared.next();
                    continue;
                }
                if twin.is_some() && next.is_some() && next != twin {
                    // The item is in both lists, but it is not the next item of the right list.
                    left += 1;
                    continue;
                }
            }
            if left < left_end {
                match twin {
                    None => {
                        steps.push(MergedItem::Left(left));
                        left += 1;
                        continue;
                    }
                    Some(twin) if merged.get(twin) == Some(&true) => left += 1,
                    Some(_) => {}
                }
            }
            if right < right_end {
                self.take(right, &mut merged, &mut steps);
                if next == Some(right) {
                    next = shared.next();
                }
                right += 1;
            }
        }
        steps
    }

    fn take(&self, right: usize, merged: &mut [bool], steps: &mut Vec<MergedItem>) {
        if let Some(merged) = merged.get_mut(right) {
            *merged = true;
        }
        steps.push(MergedItem::Right { left: self.left_of_right.get(right).copied().flatten(), right });
    }
}
