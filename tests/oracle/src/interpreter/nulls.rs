//! Drops null properties and map values whose schema is not nullable and has no default. Nulls in lists, and
//! nulls without a schema, are kept.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/prunenulls.go

use super::structural::Structural;
use crate::json::Json;

/// Drops the nulls in a value, at any depth.
pub(super) fn drop(value: &mut Json, schema: Option<&Structural>) {
    match value {
        Json::Object(members) => {
            let schema_of = |key: &str| {
                let schema = schema?;
                schema.property(key).or_else(|| schema.additional_schema())
            };
            members.retain(|(key, value)| {
                let unwanted = schema_of(key).is_some_and(|s| !s.nullable && s.default.is_none());
                !(*value == Json::Null && unwanted)
            });
            for (key, value) in members {
                drop(value, schema_of(key));
            }
        }
        Json::Array(items) => {
            for item in items {
                drop(item, schema.and_then(|schema| schema.items.as_deref()));
            }
        }
        _ => {}
    }
}
