//! Where a mark stands, as far as dialects care: what holds the value, what it is, what is around and below.

use std::collections::HashSet;

use crate::schema::{At, Immutability, Schema, Topology, is_nameable, member};
use crate::source::Span;

/// What holds the value of a marked schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// An object, under a name.
    Field,
    /// A map.
    Entry,
    /// A list of type map.
    ListMapItem,
    /// A set.
    SetItem,
    /// Another list.
    ListItem,
}

/// A marked place.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The schema that is marked.
    pub schema: &'a Schema,
    /// Which mark.
    pub mark: Immutability,
    /// What holds the value.
    pub held: Child,
    /// What the value is.
    pub topology: Topology,
    /// An object around it may be there on one side only.
    pub new_parent: bool,
    /// It is, or is in, an item of a list that is told by its index.
    pub by_index: bool,
    /// It is, or is in, an item of a set.
    pub in_set: bool,
    /// It is one of the keys by which the items of a list are told apart: with another, the item is another.
    pub is_key: bool,
    /// Rules in CEL can name it from the object that holds it.
    pub nameable: bool,
    /// It is a set, or has one below.
    pub sets: bool,
    /// It is a list of type map, or has one below.
    pub list_maps: bool,
}

impl Site<'_> {
    /// Whether the mark is `x-kubernetes-immutable`, and the value one that has an old self.
    pub(super) fn immutable(&self) -> bool {
        self.mark == Immutability::Immutable && !self.by_index && !self.in_set
    }

    /// A field that is immutable.
    pub(super) fn field(&self) -> bool {
        self.immutable() && self.held == Child::Field && !self.is_key
    }

    /// Whether keys may not come.
    pub(super) fn no_add(&self) -> bool {
        matches!(self.mark, Immutability::ImmutableKeys | Immutability::DeletionOnly) && !self.in_set
    }

    /// Whether keys may not go.
    pub(super) fn no_remove(&self) -> bool {
        matches!(self.mark, Immutability::ImmutableKeys | Immutability::AdditionOnly) && !self.in_set
    }
}

/// What is around a value.
#[derive(Clone, Copy)]
struct Around<'a> {
    held: Child,
    name: Option<&'a str>,
    new_parent: bool,
    by_index: bool,
    in_set: bool,
    is_key: bool,
}

/// Calls `see` with each mark, the path of its value, and its place.
pub(super) fn walk<'a>(root: &'a Schema, see: &mut dyn FnMut(&Site<'a>, String, Span)) {
    let around = Around {
        held: Child::Field,
        name: None,
        new_parent: false,
        by_index: false,
        in_set: false,
        is_key: false,
    };
    properties(root, "", around, &HashSet::from(["apiVersion", "kind", "metadata"]), &HashSet::new(), see);
}

fn properties<'a>(
    schema: &'a Schema,
    path: &str,
    around: Around<'a>,
    without: &HashSet<&str>,
    keys: &HashSet<&str>,
    see: &mut dyn FnMut(&Site<'a>, String, Span),
) {
    let required = names(schema.required.as_ref());
    for property in schema.property_list() {
        let name = property.name.as_str();
        if without.contains(name) {
            continue;
        }
        let may_be_absent =
            property.schema.is_nullable() || (!required.contains(name) && property.schema.default.is_none());
        let is_key = keys.contains(name);
        let around = Around { held: Child::Field, name: Some(name), is_key, ..around };
        value(&property.schema, &member(path, name), around, may_be_absent, see);
    }
}

fn value<'a>(
    schema: &'a Schema,
    path: &str,
    around: Around<'a>,
    may_be_absent: bool,
    see: &mut dyn FnMut(&Site<'a>, String, Span),
) {
    for (mark, at) in schema.marks.set() {
        see(&site(schema, mark, around), path.to_owned(), at.key);
    }
    // Below, marks say nothing.
    if schema.marks.immutable.as_ref().is_some_and(|at| at.value) {
        return;
    }
    let new_parent = around.new_parent || may_be_absent;
    let topology = schema.topology();
    let (found, end, held) = match topology {
        Topology::Object => {
            return object(schema, path, Around { new_parent, ..around }, &HashSet::new(), see);
        }
        Topology::Map => (schema.additional_schema(), "{}", Child::Entry),
        Topology::ListMap => (schema.one_item(), "[]", Child::ListMapItem),
        Topology::Set => (schema.one_item(), "[]", Child::SetItem),
        Topology::List => (schema.one_item(), "[]", Child::ListItem),
        Topology::Scalar | Topology::Any => return,
    };
    let Some((found, _)) = found else { return };
    let around = Around {
        held,
        name: None,
        new_parent,
        by_index: around.by_index || topology == Topology::List,
        in_set: around.in_set || topology == Topology::Set,
        is_key: false,
    };
    let path = format!("{path}{end}");
    let immutable = found.marks.immutable.as_ref().is_some_and(|at| at.value);
    if topology == Topology::ListMap && found.topology() == Topology::Object && !immutable {
        object(
            found,
            &path,
            Around { new_parent: true, ..around },
            &names(schema.x_list_map_keys.as_ref()),
            see,
        );
    } else {
        value(found, &path, around, true, see);
    }
}

fn object<'a>(
    schema: &'a Schema,
    path: &str,
    around: Around<'a>,
    keys: &HashSet<&str>,
    see: &mut dyn FnMut(&Site<'a>, String, Span),
) {
    let metadata = schema.is_embedded_resource().then_some("metadata");
    properties(schema, path, around, &metadata.into_iter().collect(), keys, see);
}

fn names(list: Option<&At<Vec<At<String>>>>) -> HashSet<&str> {
    list.iter().flat_map(|at| &at.value).map(|name| name.value.as_str()).collect()
}

fn site<'a>(schema: &'a Schema, mark: Immutability, around: Around<'a>) -> Site<'a> {
    let (mut sets, mut list_maps) = (false, false);
    schema.visit(&mut |below| {
        sets |= below.topology() == Topology::Set;
        list_maps |= below.topology() == Topology::ListMap;
    });
    Site {
        schema,
        mark,
        held: around.held,
        topology: schema.topology(),
        new_parent: around.new_parent,
        by_index: around.by_index,
        in_set: around.in_set,
        is_key: around.is_key,
        nameable: around.name.is_none_or(is_nameable),
        sets,
        list_maps,
    }
}
