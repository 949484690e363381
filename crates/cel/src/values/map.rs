//! Maps and objects, of the object or made by an expression.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/map.go

use super::list::Item;
use super::made_map;
use super::node::{Node, Nodes};
use super::value::{Map, Value};
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::{EvalError, Evaluated};
use crdc_object::tape::Kind;

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

    /// The value of a key; none if the map does not have the key.
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

    /// The entries, with values that are not read yet.
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
}

/// A member of a map or an object, by its name in rules.
pub(crate) fn node_member<'a>(arena: &'a Arena, node: Node<'a>, key: &str) -> Evaluated<Option<Value<'a>>> {
    if node.of.form == Form::Object {
        let found = node.of.named(key).and_then(|(number, _)| node.field(number));
        return found.map(|found| found.value(arena)).transpose();
    }
    node.named(key).map(|found| found.value(arena)).transpose()
}

/// The entries of a map.
pub(crate) enum Items<'a> {
    Node(&'a Arena, Node<'a>, Nodes<'a>),
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
                        // A null field counts as absent, so reading it fails.
                        Kind::Null => Err(EvalError::no_such_key(field.escaped.into())),
                        _ => Ok(Item::Node(child)),
                    };
                    return Some((Value::String(field.escaped), value));
                }
            },
        }
    }
}
