//! One function per schema keyword, one file per family, and the code they share for reading nested schemas.
//!
//! **Stack frames are kept small**: a `Schema` takes several kilobytes, so it is always built on the heap
//! (`blank`), never on the stack of a recursive function.

pub(super) mod annotations;
pub(super) mod arrays;
pub(super) mod immutability;
pub(super) mod junctors;
pub(super) mod kubernetes;
pub(super) mod no_prune;
pub(super) mod numbers;
pub(super) mod objects;
pub(super) mod strings;
pub(super) mod unions;
pub(super) mod validations;
pub(super) mod values;

use super::at::At;
use super::model::{Properties, Property, Schema, SchemaOrBool};
use super::reader::{Reader, at};
use crdc_source::{Member, Node, Value};

/// One schema.
pub(super) fn one<'n>(reader: &mut Reader<'n>, node: &'n Node) -> Box<Schema> {
    let mut found = blank();
    reader.schema(node, &mut found);
    found
}

/// A list of schemas.
fn schema_list<'n>(reader: &mut Reader<'n>, nodes: &'n [Node]) -> Vec<Schema> {
    let mut list = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        push_blank(&mut list);
        if let Some(last) = list.last_mut() {
            reader.enter_index(index);
            reader.schema(node, last);
            reader.leave();
        }
    }
    list
}

/// Schemas by name, in document order.
fn named<'n>(reader: &mut Reader<'n>, member: &'n Member) -> Option<At<Properties>> {
    named_of(reader, member, "map[string]v1.JSONSchemaProps")
}

/// Reads a map of properties that has a Go type of its own.
fn named_of<'n>(reader: &mut Reader<'n>, member: &'n Member, go_type: &str) -> Option<At<Properties>> {
    let members = reader.object(&member.value, go_type)?;
    let mut list = Vec::with_capacity(members.len());
    for entry in members {
        push_property(&mut list, entry);
        if let Some(last) = list.last_mut() {
            reader.enter_key(&entry.key);
            reader.schema(&entry.value, &mut last.schema);
            reader.leave();
        }
    }
    Some(at(member, list.into()))
}

/// A schema, or `true` (any value) or `false` (no value).
fn schema_or_bool<'n>(reader: &mut Reader<'n>, member: &'n Member) -> Option<At<Box<SchemaOrBool>>> {
    reader.decodes_itself();
    match &member.value.value {
        Value::Null => None,
        Value::Bool(value) => Some(at(member, Box::new(SchemaOrBool::Bool(*value)))),
        Value::Object(_) => {
            let mut found = blank_or_bool();
            if let SchemaOrBool::Schema(inner) = &mut *found {
                reader.schema(&member.value, inner);
            }
            Some(at(member, found))
        }
        _ => {
            reader.wrong_schema_or_bool(&member.value);
            None
        }
    }
}

#[inline(never)]
fn blank() -> Box<Schema> {
    Box::default()
}

#[inline(never)]
fn blank_or_bool() -> Box<SchemaOrBool> {
    Box::new(SchemaOrBool::Schema(Schema::default()))
}

#[inline(never)]
fn push_blank(list: &mut Vec<Schema>) {
    list.push(Schema::default());
}

#[inline(never)]
fn push_property(list: &mut Vec<Property>, entry: &Member) {
    list.push(Property { name: entry.key.clone(), key: entry.key_span, schema: Schema::default() });
}
