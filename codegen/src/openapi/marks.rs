//! Defaults that are no defaults: the zero value of a Go type where it is none that its schema admits. A struct
//! is `{}` though it is published as something else than an object (a time, a quantity, an integer or string); a
//! string is empty though it is none of its `enum`.
//
// kube-openapi: pkg/generators/openapi.go mustEnforceDefault

use std::collections::HashSet;

use super::resolve::for_each;
use crate::schema::{At, Schema, same_value};
use crate::source::{Node, Value};

/// Whether the schema of a kind was made of Go types: its metadata is a struct and says so.
pub(super) fn is_of_go_types(root: &Schema) -> bool {
    root.property("metadata").is_some_and(|metadata| metadata.schema.default.as_ref().is_some_and(is_empty))
}

fn is_empty(default: &At<Node>) -> bool {
    matches!(&default.value.value, Value::Object(members) if members.is_empty())
}

/// Drops them; `objects` names the definitions that are objects.
pub(super) fn drop(schema: &mut Schema, objects: &HashSet<String>) {
    let object = match &schema.reference {
        Some(name) => objects.contains(&name.value),
        None => schema.type_name() == "object",
    };
    let wrong = |default: &At<Node>| {
        let admitted = schema
            .enumeration
            .as_ref()
            .is_none_or(|values| values.value.iter().any(|value| same_value(value, &default.value)));
        is_empty(default) && !object || default.value.is_zero() && !admitted
    };
    if schema.default.as_ref().is_some_and(wrong) {
        schema.default = None;
    }
    for_each(schema, |inner| drop(inner, objects));
}
