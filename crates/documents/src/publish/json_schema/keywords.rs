//! The keywords that constrain a value itself, in a schema and in its branches. In: a schema. Out: the same
//! keywords in JSON Schema, where a limit is exclusive by its own keyword.

use super::pattern;
use crate::publish::tree;
use crdc_schema::{At, Schema};
use crdc_source::{Node, Value};

/// Writes them. Returns the pattern if it cannot be translated.
pub(super) fn write(schema: &Schema, out: &mut Node) -> Option<String> {
    for (limit, exclusive, inclusive_keyword, exclusive_keyword) in [
        (&schema.minimum, &schema.exclusive_minimum, "minimum", "exclusiveMinimum"),
        (&schema.maximum, &schema.exclusive_maximum, "maximum", "exclusiveMaximum"),
    ] {
        if let Some(limit) = limit {
            let is_exclusive = exclusive.as_ref().is_some_and(|at| at.value);
            let keyword = if is_exclusive { exclusive_keyword } else { inclusive_keyword };
            tree::push(out, keyword, number(limit.value));
        }
    }
    if let Some(factor) = schema.multiple_of.as_ref().filter(|at| at.value > 0.0) {
        tree::push(out, "multipleOf", number(factor.value));
    }
    for (keyword, limit) in [
        ("minLength", &schema.min_length),
        ("maxLength", &schema.max_length),
        ("minItems", &schema.min_items),
        ("maxItems", &schema.max_items),
        ("minProperties", &schema.min_properties),
        ("maxProperties", &schema.max_properties),
    ] {
        count(out, keyword, limit);
    }
    let written = schema.pattern.as_ref().filter(|at| !at.value.is_empty())?;
    match pattern::ecma(&written.value) {
        Some(pattern) => tree::push(out, "pattern", tree::text(&pattern)),
        None => return Some(written.value.clone()),
    }
    None
}

/// JSON Schema has no negative counts: a lower limit says nothing then, and an upper one that nothing is
/// accepted.
fn count(out: &mut Node, keyword: &str, limit: &Option<At<i64>>) {
    let Some(limit) = limit else { return };
    if limit.value >= 0 {
        tree::push(out, keyword, tree::node(Value::Int(limit.value)));
    } else if keyword.starts_with("max") {
        let kind = match keyword {
            "maxLength" => "string",
            "maxItems" => "array",
            _ => "object",
        };
        tree::push(out, "not", tree::with(&[("type", tree::text(kind))]));
    }
}

/// Integers are written without a fraction.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn number(value: f64) -> Node {
    let is_short = value.fract() == 0.0 && value.abs() < 1e15;
    tree::node(if is_short { Value::Int(value as i64) } else { Value::Float(value) })
}
