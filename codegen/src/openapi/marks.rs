//! Defaults that are no defaults: the zero value of a Go struct, `{}`, where the struct is published as
//! something else than an object (a time, a quantity, an integer or string).
//
// kube-openapi: pkg/generators/openapi.go mustEnforceDefault

use std::collections::HashSet;

use super::settle::for_each;
use crate::schema::Schema;
use crate::source::Value;

/// Whether the schema of a kind was made of Go types: its metadata is a struct and says so.
pub(super) fn is_of_go_types(root: &Schema) -> bool {
    root.property("metadata").is_some_and(|metadata| metadata.schema.default.as_ref().is_some_and(is_empty))
}

fn is_empty(default: &crate::schema::At<crate::source::Node>) -> bool {
    matches!(&default.value.value, Value::Object(members) if members.is_empty())
}

/// Drops them; `objects` names the definitions that are objects.
pub(super) fn drop(schema: &mut Schema, objects: &HashSet<String>) {
    let object = match &schema.reference {
        Some(name) => objects.contains(&name.value),
        None => schema.type_name() == "object",
    };
    if !object && schema.default.as_ref().is_some_and(is_empty) {
        schema.default = None;
    }
    for_each(schema, |inner| drop(inner, objects));
}
