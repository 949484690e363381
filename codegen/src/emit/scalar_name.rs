//! Names of functions for scalars that occur at several paths: their type and constraints, such as
//! `string_max_63`, `integer_int32_min_1`, `boolean_default_true`.

use std::fmt::Write;

use crdc_plan::{Array, Node, Object, Type};
use crdc_source::json::Json;

/// The length at which names are cut.
const MOST_NAME_BYTES: usize = 60;

/// The name of a scalar's function; `None` if the node is not a scalar.
pub(super) fn scalar_name(node: &Node) -> Option<String> {
    let mut name = match node.types.as_slice() {
        [Type::String] => "string",
        [Type::Integer] => "integer",
        [Type::Number] => "number",
        [Type::Boolean] => "boolean",
        [Type::Integer, Type::String] => "int_or_string",
        _ => return None,
    }
    .to_owned();
    let scalar = node.object == Object::default() && node.array == Array::default() && node.unions.is_empty();
    if !scalar || node.embedded || !node.junctors.is_empty() || node.definition.is_some() {
        return None;
    }
    let bare = name.len();
    if let Some(format) = &node.format {
        part(&mut name, format);
    }
    if !node.values.is_empty() {
        name.push_str("_enum");
        node.values.iter().take(4).for_each(|value| constant(&mut name, value));
    }
    if node.string.pattern.is_some() {
        name.push_str("_pattern");
    }
    limit(&mut name, "min", node.string.min);
    limit(&mut name, "max", node.string.max);
    let bounds = [("min", "above", node.number.min), ("max", "below", node.number.max)];
    for (inclusive, exclusive, bound) in bounds {
        if let Some((bound, excluded)) = bound {
            name.push_str(&format!("_{}", if excluded { exclusive } else { inclusive }));
            number(&mut name, bound);
        }
    }
    if let Some(factor) = node.number.multiple_of {
        name.push_str("_multiple_of");
        number(&mut name, factor);
    }
    if !node.rules.is_empty() {
        name.push_str("_rules");
    }
    if let Some(default) = &node.default {
        name.push_str("_default");
        constant(&mut name, default);
    }
    if node.nullable {
        name.push_str("_or_null");
    }
    if name.len() == bare {
        name.insert_str(0, "any_");
    }
    name.truncate(MOST_NAME_BYTES);
    Some(name.trim_end_matches('_').to_owned())
}

fn limit(name: &mut String, which: &str, limit: Option<i64>) {
    if let Some(limit) = limit {
        let _ = write!(name, "_{which}");
        constant(name, &Json::Int(limit));
    }
}

fn number(name: &mut String, value: f64) {
    part(name, &format!("{value}").replace('-', "minus "));
}

fn constant(name: &mut String, value: &Json) {
    match value {
        Json::Null => part(name, "null"),
        Json::Bool(value) => part(name, &value.to_string()),
        Json::Int(value) => part(name, &value.to_string().replace('-', "minus ")),
        Json::Float(value) => number(name, *value),
        Json::String(value) if value.is_empty() => part(name, "empty"),
        Json::String(value) => part(name, value),
        Json::Array(_) | Json::Object(_) => {}
    }
}

/// Letters and digits, with words separated by underscores.
fn part(name: &mut String, text: &str) {
    name.push('_');
    for unit in text.chars().take(MOST_NAME_BYTES) {
        if unit.is_ascii_alphanumeric() {
            name.push(unit.to_ascii_lowercase());
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    while name.ends_with('_') {
        name.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crdc_plan::{Number, Text};

    #[test]
    fn scalars_are_named_after_what_they_are() {
        let of = |kind| Node { types: vec![kind], ..Node::default() };
        let string = |min, max| Node { string: Text { min, max, pattern: None }, ..of(Type::String) };
        let integer = |min, max| Node { number: Number { min, max, multiple_of: None }, ..of(Type::Integer) };
        let words = |words: &[&str]| words.iter().map(|word| Json::String((*word).to_owned())).collect();
        for (node, name) in [
            (of(Type::String), "any_string"),
            (string(None, Some(63)), "string_max_63"),
            (string(Some(1), Some(253)), "string_min_1_max_253"),
            (Node { format: Some("date-time".to_owned()), ..of(Type::String) }, "string_date_time"),
            (integer(Some((-1.0, false)), Some((0.5, true))), "integer_min_minus_1_below_0_5"),
            (Node { default: Some(Json::Bool(true)), ..of(Type::Boolean) }, "boolean_default_true"),
            (Node { nullable: true, ..of(Type::Number) }, "number_or_null"),
            (
                Node { values: words(&["Always", "If-Not", ""]), ..of(Type::String) },
                "string_enum_always_if_not_empty",
            ),
            (Node { types: vec![Type::Integer, Type::String], ..Node::default() }, "any_int_or_string"),
            (Node { values: words(&["größe", "日本"]), ..of(Type::String) }, "string_enum_gr_e"),
        ] {
            assert_eq!(scalar_name(&node).as_deref(), Some(name));
        }
        assert_eq!(scalar_name(&of(Type::Object)), None);
    }
}
