//! The properties of an immutability extension's position that matter to dialects: the value, its parent, and
//! the values around and below it.

use std::collections::HashSet;

use crdc_schema::{At, Immutability, Schema, Topology, is_nameable, member};
use crdc_source::Span;

/// The kind of parent of an immutable value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// A field of an object.
    Field,
    /// A value of a map.
    Entry,
    /// An item of a list of type map.
    ListMapItem,
    /// An item of a set.
    SetItem,
    /// An item of another list.
    ListItem,
}

/// The position of an immutability extension.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// The schema that has the extension.
    pub schema: &'a Schema,
    /// The extension.
    pub mark: Immutability,
    /// The kind of parent.
    pub held: Child,
    /// The topology of the value.
    pub topology: Topology,
    /// Whether an enclosing object may exist on one side only.
    pub new_parent: bool,
    /// Whether the value is, or is in, an item of a list whose items are identified by index.
    pub by_index: bool,
    /// Whether the value is, or is in, an item of a set.
    pub in_set: bool,
    /// Whether the value is one of the keys that identify the items of a list: a different value means a
    /// different item.
    pub is_key: bool,
    /// Whether CEL rules can refer to the value from its parent object.
    pub nameable: bool,
    /// Whether the value is or contains a set.
    pub sets: bool,
    /// Whether the value is or contains a list of type map.
    pub list_maps: bool,
}

impl Site<'_> {
    /// Whether the extension is `x-kubernetes-immutable` and the value has an old value to compare with.
    pub(super) fn immutable(&self) -> bool {
        self.mark == Immutability::Immutable && !self.by_index && !self.in_set
    }

    /// Whether the site is an immutable field.
    pub(super) fn field(&self) -> bool {
        self.immutable() && self.held == Child::Field && !self.is_key
    }

    /// Whether keys may not be added.
    pub(super) fn no_add(&self) -> bool {
        matches!(self.mark, Immutability::ImmutableKeys | Immutability::DeletionOnly) && !self.in_set
    }

    /// Whether keys may not be removed.
    pub(super) fn no_remove(&self) -> bool {
        matches!(self.mark, Immutability::ImmutableKeys | Immutability::AdditionOnly) && !self.in_set
    }
}

/// The surroundings of a value.
#[derive(Clone, Copy)]
struct Around<'a> {
    held: Child,
    name: Option<&'a str>,
    new_parent: bool,
    by_index: bool,
    in_set: bool,
    is_key: bool,
}

/// Calls `see` with the site of each extension, the path of its value, and the extension's span.
pub(crate) fn walk<'a>(root: &'a Schema, see: &mut dyn FnMut(&Site<'a>, String, Span)) {
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
    let is_required = |name: &str| schema.required.as_ref().is_some_and(|at| at.value.has(name));
    for property in schema.property_list() {
        let name = property.name.as_str();
        if without.contains(name) {
            continue;
        }
        let may_be_absent =
            property.schema.is_nullable() || (!is_required(name) && property.schema.default.is_none());
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
    // Extensions below have no effect.
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
