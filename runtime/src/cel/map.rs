//! Maps and objects: of the object, or made by an expression.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/map.go

use alloc::format;

use super::equality::{equal_parts, equal_results};
use super::list::Item;
use super::schema::Form;
use super::{Arena, EvalError, Evaluated, Node, Value, equality, made_map};
use crate::tape::Kind;

/// A map or an object.
#[derive(Clone, Copy, Debug)]
pub enum Map<'a> {
    /// A map or an object of the object.
    Node(Node<'a>),
    /// A map that an expression made.
    Made(&'a [(Value<'a>, Value<'a>)]),
}

impl<'a> Map<'a> {
    /// The number of entries.
    #[must_use]
    pub fn size(self) -> i64 {
        let size = match self {
            Map::Node(node) => node.len(),
            Map::Made(entries) => entries.len(),
        };
        i64::try_from(size).unwrap_or(i64::MAX)
    }

    /// The value of a key; none if there is none.
    ///
    /// # Errors
    /// The value does not fit its schema, or the key cannot be one.
    pub fn get(self, arena: &'a Arena, key: Value<'a>) -> Evaluated<Option<Value<'a>>> {
        match self {
            Map::Node(node) => match key {
                Value::String(key) => node_member(arena, node, key),
                _ if node.of.form == Form::Raw => Ok(None),
                _ => Err(EvalError::NoSuchOverload),
            },
            Map::Made(entries) => Ok(made_map::get(arena, entries, key)),
        }
    }

    /// The keys and values, in the order of the document or in which they were made.
    pub(crate) fn entries(self, arena: &'a Arena) -> impl Iterator<Item = (Value<'a>, Evaluated<Value<'a>>)> {
        self.items(arena).map(|(key, item)| (key, item.and_then(|item| item.value(arena))))
    }

    /// The same with values that are not read yet.
    pub(crate) fn items(self, arena: &'a Arena) -> Items<'a> {
        match self {
            Map::Node(node) => Items::Node(arena, node, node.children()),
            Map::Made(entries) => Items::Made(entries.iter()),
        }
    }

    /// A member by its name in the object, without its schema.
    pub(crate) fn raw_member(self, arena: &'a Arena, name: &str) -> Option<Value<'a>> {
        match self {
            Map::Node(node) => node.named(name)?.raw().value(arena).ok(),
            Map::Made(entries) => made_map::get(arena, entries, Value::String(name)),
        }
    }

    /// Whether two maps are equal.
    ///
    /// # Errors
    /// A value that does not fit its schema.
    pub(crate) fn equals(self, arena: &'a Arena, other: Map<'a>) -> Evaluated<bool> {
        if self.size() != other.size() {
            return Ok(false);
        }
        match (self, other) {
            (Map::Node(node), Map::Node(theirs)) => {
                equality::remembered(arena, node, theirs, || node_equals(arena, node, other))
            }
            (Map::Node(node), Map::Made(_)) => node_equals(arena, node, other),
            (Map::Made(entries), _) => {
                /// To read an entry of both takes as long as so many steps, and to search its key.
                const READ: usize = 2;
                const SEARCHED: usize = 64;
                // Nearly always both have the same order.
                let in_order = match other {
                    Map::Made(theirs) if made_map::has_keys_of_one_type(theirs) => theirs,
                    _ => &[],
                };
                for (index, (key, value)) in entries.iter().enumerate() {
                    let beside = in_order.get(index).filter(|(theirs, _)| equality::same(*theirs, *key));
                    arena.work(if beside.is_some() { READ } else { SEARCHED })?;
                    let theirs = match beside {
                        Some((_, value)) => Some(Ok(*value)),
                        None => other.get(arena, *key).transpose(),
                    };
                    let Some(theirs) = theirs else { return Ok(false) };
                    match equal_results(arena, Ok(*value), theirs) {
                        Ok(false) => return Ok(false),
                        Err(error) if !error.can_be_dropped() => return Err(error),
                        // Values that cannot be compared are taken as equal.
                        _ => {}
                    }
                }
                Ok(true)
            }
        }
    }
}

/// Whether a map or an object of the object equals another one of the same size.
fn node_equals<'a>(arena: &'a Arena, node: Node<'a>, other: Map<'a>) -> Evaluated<bool> {
    /// To compare two names takes as long as so many steps, and if one has another place, to search it.
    const NAMED: usize = 2;
    const SEARCHED: usize = 40;
    // Nearly always members have the same order on both sides.
    let mut in_order = match other {
        Map::Node(theirs) => Some(theirs.children()),
        Map::Made(_) => None,
    };
    for child in node.children() {
        let name = child.key(arena);
        let beside = in_order.as_mut().and_then(Iterator::next).filter(|beside| beside.is_named(name));
        arena.work(if beside.is_some() { NAMED } else { SEARCHED })?;
        let known = node.of.each.is_some() || node.of.field(node.tape.entry(child.at).field).is_some();
        if !known && node.of.form != Form::Raw {
            // Unknown fields that only one of them has count as equal.
            // Values without a schema are other maps of Go.
            let theirs = match other {
                Map::Node(theirs) if theirs.of.form != Form::Raw => theirs,
                _ => return Err(EvalError::NoSuchOverload),
            };
            if let Some(found) = beside.or_else(|| theirs.named(name)) {
                arena.work(child.entries())?;
                if !crate::tape::equal(**node.tape, child.at, **found.tape, found.at) {
                    return Ok(false);
                }
            }
            continue;
        }
        // Names that may have something to unescape are other ones to rules.
        if let Some(beside) = beside
            && let Some(equal) = equality::plain(arena, child, beside)?
            && !name.contains("__")
        {
            if !equal {
                return Ok(false);
            }
            continue;
        }
        // The server unescapes the names that it looks for.
        let key = Value::String(name);
        let own = match node.of.form {
            Form::Object => node_member(arena, node, name).transpose(),
            _ => Some(child.value(arena)),
        };
        let theirs = match (beside, other) {
            (Some(beside), Map::Node(theirs)) if theirs.of.form != Form::Object => Some(beside.value(arena)),
            _ => other.get(arena, key).transpose(),
        };
        let equal = match (own, theirs) {
            (None, None) => true,
            (Some(own), Some(theirs)) if node.of.form == Form::Raw => {
                match equal_results(arena, own, theirs) {
                    // What cannot be compared is taken for equal, by a map without a schema.
                    Err(error) if error.can_be_dropped() => true,
                    found => found?,
                }
            }
            (Some(own), Some(theirs)) => equal_parts(arena, own, theirs)?,
            _ => false,
        };
        if !equal {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A member of a map or an object, by its name in rules.
fn node_member<'a>(arena: &'a Arena, node: Node<'a>, key: &str) -> Evaluated<Option<Value<'a>>> {
    if node.of.form == Form::Object {
        let found = node.of.named(key).and_then(|(number, _)| node.field(number));
        return found.map(|found| found.value(arena)).transpose();
    }
    node.named(key).map(|found| found.value(arena)).transpose()
}

/// Whether a key of a map that was made is meant by another one: numbers of different types are equal.
pub(super) fn is_key(own: Value<'_>, key: Value<'_>) -> bool {
    match (own, key) {
        (Value::Bool(own), Value::Bool(key)) => own == key,
        (Value::String(own), Value::String(key)) => own == key,
        _ => super::equality::numbers(own, key).unwrap_or(false),
    }
}

/// The entries of a map.
pub(crate) enum Items<'a> {
    Node(&'a Arena, Node<'a>, super::node::Nodes<'a>),
    Made(core::slice::Iter<'a, (Value<'a>, Value<'a>)>),
}

impl<'a> Iterator for Items<'a> {
    type Item = (Value<'a>, Evaluated<Item<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Items::Made(entries) => entries.next().map(|(key, value)| (*key, Ok(Item::Value(*value)))),
            Items::Node(arena, node, children) => loop {
                let child = children.next()?;
                if node.of.form != Form::Object {
                    return Some((Value::String(child.key(arena)), Ok(Item::Node(child))));
                }
                // Fields that the schema does not specify are skipped.
                let number = node.tape.entry(child.at).field;
                if let Some(field) =
                    node.of.fields.get(usize::from(number)).filter(|field| field.of.is_some())
                {
                    let value = match child.kind() {
                        // Null is as absent, so reading it fails.
                        Kind::Null => Err(EvalError::text(format!("no such key: {}", field.escaped))),
                        _ => Ok(Item::Node(child)),
                    };
                    return Some((Value::String(field.escaped), value));
                }
            },
        }
    }
}
