//! Removes defaults that are only Go zero values and do not match their schema. A struct has the default `{}`
//! although it is published as something other than an object (a time, a quantity, an int-or-string); a
//! string has an empty default that is not in its `enum`.
//
// kube-openapi: pkg/generators/openapi.go mustEnforceDefault

use std::collections::HashSet;

use super::resolve::for_each;
use crate::{At, Schema, same_value};
use crdc_source::{Node, Value};

/// Whether the schema of a kind was generated from Go types: its metadata has the default `{}`.
pub(super) fn is_of_go_types(root: &Schema) -> bool {
    root.property("metadata").is_some_and(|metadata| metadata.schema.default.as_ref().is_some_and(is_empty))
}

fn is_empty(default: &At<Node>) -> bool {
    matches!(&default.value.value, Value::Object(members) if members.is_empty())
}

/// Removes them; `objects` names the definitions that are objects.
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
