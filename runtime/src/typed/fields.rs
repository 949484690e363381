//! Computes lists of fields as constants, for the derive's code.
//!
//! Easy to break: the number of a field is its index in the list. An object's own fields come first, then the
//! fields of flattened types.

use super::node::{Field, Node, Part};
use super::seen::{self, SeenField};
use crate::error::ListKey;
use crate::places::Edge;

/// Joins the lists of an object's own fields and of the fields of flattened types, in this order. Each list
/// comes with the enum variants that have its fields.
#[must_use]
pub const fn joined<const N: usize>(parts: &[(&[Field], &'static [&'static str])]) -> [Field; N] {
    let mut all = [Field::new("", "", Part::own(Node::SCALAR)); N];
    let (mut first, mut part) = (0, 0);
    while part < parts.len() {
        let (fields, variants) = parts[part];
        let mut index = 0;
        while index < fields.len() {
            let field = fields[index];
            all[first + index] = match field.variants.is_empty() {
                true => field.of(variants),
                false => Field { tag: field.tag + first as u16, ..field },
            };
            index += 1;
        }
        first += fields.len();
        part += 1;
    }
    all
}

/// The first part that is present: several flattened types may have a map for other members.
#[must_use]
pub const fn first(parts: &[Option<&'static Part>]) -> Option<&'static Part> {
    let mut index = 0;
    while index < parts.len() {
        if parts[index].is_some() {
            return parts[index];
        }
        index += 1;
    }
    None
}

/// The edges to fields, each with the number of its field.
#[must_use]
pub const fn edges<const N: usize>(fields: &[Field]) -> [Edge<'static>; N] {
    let mut edges = [Part::own(Node::SCALAR).edge; N];
    let mut index = 0;
    while index < N {
        edges[index] = Edge { field: index as u16, ..fields[index].part.edge };
        index += 1;
    }
    edges
}

/// The name of a field, and whether the field is immutable. Assertions of other types read it at compile
/// time.
pub type Name = (&'static str, bool);

/// Joins the names of an object's own fields and of the fields of flattened types, in this order.
#[must_use]
pub const fn names<const N: usize>(parts: &[&[Name]]) -> [Name; N] {
    let mut all = [("", false); N];
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            all[at] = parts[part][index];
            (at, index) = (at + 1, index + 1);
        }
        part += 1;
    }
    all
}

/// The key of a list map. It has the number of the items' field with this name, unless the fields are not
/// known, because the items have no rules, or several variants have a field with this name.
#[must_use]
pub const fn key(names: Option<&[Name]>, name: &'static str) -> ListKey<'static> {
    let field = match names {
        Some(names) => match find(names, name) {
            Some(index) => Some((index, find_from(names, index + 1, name).is_some())),
            None => None,
        },
        None => None,
    };
    match field {
        Some((index, false)) => ListKey { name, field: Some(index as u16) },
        _ => ListKey { name, field: None },
    }
}

/// The index of the first field with a name.
pub(super) const fn find(names: &[Name], name: &str) -> Option<usize> {
    find_from(names, 0, name)
}

const fn find_from(names: &[Name], first: usize, name: &str) -> Option<usize> {
    let mut index = first;
    while index < names.len() {
        if is_same(names[index].0, name) {
            return Some(index);
        }
        index += 1;
    }
    None
}

/// `==`, which is not available in constants.
pub(super) const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// The fields of an object as CEL rules read them.
#[must_use]
pub const fn seen<const N: usize>(fields: &[Field]) -> [SeenField; N] {
    let mut all = [seen::NOTHING; N];
    let mut index = 0;
    while index < N {
        all[index] = seen::field(fields[index].name, fields[index].in_rules, fields[index].part.seen());
        index += 1;
    }
    all
}
