//! Compares the objects of an update. In: two places of the new and the stored object. Out: whether they
//! differ for a server.
//!
//! A server compares Go structs (`apiequality.Semantic.DeepEqual`): nil and empty are alike, quantities and
//! times are compared by value, and fields that Go has no struct field for do not count. The types come from
//! the definitions. Objects from files may lack defaults: of them, only what certainly differs counts
//! (`changes`).
//!
//! Easy to break: a zero is nothing, unless the field is a pointer in Go, and so is a struct whose fields are
//! all nothing.
//
// apimachinery: pkg/api/equality/semantic.go, third_party/forked/golang/reflect/deep_equal.go

use std::collections::HashMap;

use crdc_source::{Member, Node, Span, Value};
use crdc_vocabulary::go::{Layout, Time, decode_base64};

use super::at::At;
use super::changes;
use crate::definition::{Definition, Shape, Type};
use crate::kinds::Kinds;
use crate::quantity::Quantity;

/// How the objects of an update are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison<'k> {
    kinds: &'k Kinds,
    definition: &'k Definition,
    is_complete: bool,
}

/// Whether a field of a definition is a pointer in Go.
fn is_pointer(of: &Definition, field: &str) -> bool {
    of.field(field).is_some_and(|field| field.go.is_pointer)
}

/// The type of a place; the object itself has only a definition.
#[derive(Clone, Copy, Debug)]
enum Kind<'k> {
    Object(&'k Definition),
    Value(&'k Type),
}

impl<'k> Comparison<'k> {
    pub(super) fn new(kinds: &'k Kinds, definition: &'k Definition, is_complete: bool) -> Comparison<'k> {
        Comparison { kinds, definition, is_complete }
    }

    /// Whether both objects are as a server has them.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether two values differ. In files, a value that only one of them has is no change.
    pub(super) fn differ(&self, now: &At<'_, '_>, before: &At<'_, '_>) -> bool {
        match self.is_complete {
            true => !self.is_same(now, before),
            false => changes::both_differ(now.node(), before.node()),
        }
    }

    /// Like [`differ`](Comparison::differ), for a field that no server fills in: a value that only one file
    /// has is a change as well.
    pub(super) fn differ_without_default(&self, now: &At<'_, '_>, before: &At<'_, '_>) -> bool {
        match self.is_complete {
            true => !self.is_same(now, before),
            false => changes::differ(now.node(), before.node()),
        }
    }

    /// Whether two values of complete objects are the same for Go.
    fn is_same(&self, now: &At<'_, '_>, before: &At<'_, '_>) -> bool {
        let steps = now.steps();
        let zero_counts = match steps.split_last() {
            Some((Some(field), above)) => match self.type_of(above) {
                Some(Kind::Object(of)) => is_pointer(of, field),
                Some(Kind::Value(Type::Named(id))) => {
                    self.kinds.get(*id).is_some_and(|of| is_pointer(of, field))
                }
                _ => false,
            },
            _ => false,
        };
        match self.type_of(&steps) {
            Some(Kind::Value(of)) => self.equal(of, zero_counts, now.node(), before.node()),
            Some(Kind::Object(of)) => now
                .node()
                .zip(before.node())
                .is_some_and(|(now, before)| self.first_field(of, now, before, |_| false).is_none()),
            None => match (now.node(), before.node()) {
                (Some(now), Some(before)) => same(now, before),
                (now, before) => now.is_none() && before.is_none(),
            },
        }
    }

    /// The place of a field that differs between two complete structs, besides those that may change.
    pub(super) fn field(
        &self,
        now: &At<'_, '_>,
        before: &At<'_, '_>,
        is_free: impl Fn(&str) -> bool,
    ) -> Option<Span> {
        let empty = Node { span: now.span(), value: Value::Object(Vec::new()) };
        let nodes = [now, before].map(|at| at.node().unwrap_or(&empty));
        let of = match self.type_of(&now.steps())? {
            Kind::Object(of) => of,
            Kind::Value(Type::Named(id)) => self.kinds.get(*id)?,
            Kind::Value(_) => return None,
        };
        self.first_field(of, nodes[0], nodes[1], is_free)
    }

    /// The type at the end of steps from the object.
    fn type_of(&self, steps: &[Option<&str>]) -> Option<Kind<'k>> {
        let mut kind = Kind::Object(self.definition);
        for step in steps {
            let of = match kind {
                Kind::Object(of) => &of.field((*step)?)?.value,
                Kind::Value(Type::Named(id)) => &self.kinds.get(*id)?.field((*step)?)?.value,
                Kind::Value(Type::List(item, _)) if step.is_none() => item,
                Kind::Value(Type::Map(value)) if step.is_some() => value,
                Kind::Value(_) => return None,
            };
            kind = Kind::Value(of);
        }
        Some(kind)
    }

    /// Whether two values of a type are equal. `zero_counts` is whether a zero is not the same as no value:
    /// the value is a pointer in Go.
    fn equal(&self, of: &Type, zero_counts: bool, now: Option<&Node>, before: Option<&Node>) -> bool {
        let now = now.filter(|node| !self.is_nothing(of, zero_counts, node));
        let before = before.filter(|node| !self.is_nothing(of, zero_counts, node));
        match (now, before) {
            (Some(now), Some(before)) => self.both_equal(of, now, before),
            (now, before) => now.is_none() && before.is_none(),
        }
    }

    /// Whether Go cannot tell a value from an absent one.
    fn is_nothing(&self, of: &Type, zero_counts: bool, node: &Node) -> bool {
        match (of, &node.value) {
            (_, Value::Null) => true,
            (Type::List(..), Value::Array(items)) => items.is_empty(),
            (Type::Map(_), Value::Object(members)) => members.is_empty(),
            (Type::Named(id), Value::Object(members)) if !zero_counts => {
                self.kinds.get(*id).is_some_and(|definition| {
                    matches!(definition.shape, Shape::Struct(_))
                        && members.iter().all(|member| self.is_empty_field(definition, member))
                })
            }
            (Type::Named(_) | Type::Any, _) => false,
            (_, Value::Array(_) | Value::Object(_)) => false,
            _ => !zero_counts && node.is_zero(),
        }
    }

    fn is_empty_field(&self, definition: &Definition, member: &Member) -> bool {
        definition
            .field(&member.key)
            .is_none_or(|field| self.is_nothing(&field.value, field.go.is_pointer, &member.value))
    }

    fn both_equal(&self, of: &Type, now: &Node, before: &Node) -> bool {
        match (of, &now.value, &before.value) {
            (Type::List(item, _), Value::Array(now), Value::Array(before)) => {
                now.len() == before.len()
                    && now
                        .iter()
                        .zip(before)
                        .all(|(now, before)| self.equal(item, false, Some(now), Some(before)))
            }
            (Type::Map(value), Value::Object(now), Value::Object(before)) => {
                let index = by_key(before);
                now.len() == before.len()
                    && now.iter().all(|member| {
                        let before = index.get(member.key.as_str());
                        before
                            .is_some_and(|before| self.equal(value, false, Some(&member.value), Some(before)))
                    })
            }
            (Type::Bytes, Value::String(now), Value::String(before)) => {
                let [now, before] = [now, before].map(|text| decode_base64(text.as_bytes()).ok());
                now == before
            }
            (Type::Named(id), _, _) => match self.kinds.get(*id) {
                Some(definition) => self.of_definition(definition, now, before),
                None => same(now, before),
            },
            _ => same(now, before),
        }
    }

    fn of_definition(&self, definition: &Definition, now: &Node, before: &Node) -> bool {
        let time = |layout, node: &Node| {
            let time = node.as_str().and_then(|text| Time::parse(text, layout).ok());
            time.map(|time| (time.seconds, time.nanoseconds))
        };
        match definition.shape {
            Shape::Struct(_) => self.first_field(definition, now, before, |_| false).is_none(),
            Shape::Quantity => {
                let amount = |node| Quantity::of_node(node).map(|quantity| quantity.nanos);
                same(now, before) || amount(now).is_some_and(|now| Some(now) == amount(before))
            }
            Shape::Time | Shape::MicroTime => {
                let layout = if matches!(definition.shape, Shape::Time) {
                    Layout::Rfc3339
                } else {
                    Layout::Rfc3339Micro
                };
                same(now, before) || time(layout, now).is_some_and(|now| Some(now) == time(layout, before))
            }
            _ => same(now, before),
        }
    }

    fn first_field(
        &self,
        definition: &Definition,
        now: &Node,
        before: &Node,
        is_free: impl Fn(&str) -> bool,
    ) -> Option<Span> {
        let Shape::Struct(fields) = &definition.shape else { return None };
        let (Value::Object(new), Value::Object(old)) = (&now.value, &before.value) else {
            return (!same(now, before)).then_some(now.span);
        };
        let (new, old) = (by_key(new), by_key(old));
        let mut checked = fields.iter().filter(|field| !is_free(&field.name));
        let found = checked.find_map(|field| {
            let name = field.name.as_str();
            let [new, old] = [&new, &old].map(|members| members.get(name).copied());
            (!self.equal(&field.value, field.go.is_pointer, new, old)).then_some(new)
        });
        found.map(|node| node.map_or(now.span, |node| node.span))
    }
}

fn by_key(members: &[Member]) -> HashMap<&str, &Node> {
    members.iter().map(|member| (member.key.as_str(), &member.value)).collect()
}

/// Whether two values of an unknown type are the same JSON.
fn same(now: &Node, before: &Node) -> bool {
    match (&now.value, &before.value) {
        (Value::Object(now), Value::Object(before)) => {
            let index = by_key(before);
            now.len() == before.len()
                && now.iter().all(|member| {
                    index.get(member.key.as_str()).is_some_and(|before| same(&member.value, before))
                })
        }
        (Value::Array(now), Value::Array(before)) => {
            now.len() == before.len() && now.iter().zip(before).all(|(now, before)| same(now, before))
        }
        (now, before) => now == before,
    }
}
