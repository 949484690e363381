//! Normalizes a schema to a string. Equal for schemas that differ only in spelling, order and descriptions.

use super::types;
use crate::json::Json;
use crate::schema::{At, Schema, SchemaOrBool};
use std::fmt::Write;

/// Returns the normalized schema: keywords in a fixed order, names and branches sorted.
pub(super) fn meaning(schema: &Schema) -> String {
    let mut out = String::new();
    write(schema, &mut out);
    out
}

// Writing to a String cannot fail.
fn write(schema: &Schema, out: &mut String) {
    let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
    let _ = write!(out, "{{{} {}", types::of(schema), schema.is_nullable());
    for (name, limit, exclusive) in [
        ("max", &schema.maximum, &schema.exclusive_maximum),
        ("min", &schema.minimum, &schema.exclusive_minimum),
    ] {
        if let Some(limit) = limit {
            let _ = write!(out, " {name} {} {}", limit.value, flag(exclusive));
        }
    }
    if let Some(factor) = &schema.multiple_of {
        let _ = write!(out, " multiple {}", factor.value);
    }
    let counts = [
        ("maxLength", &schema.max_length),
        ("minLength", &schema.min_length),
        ("maxItems", &schema.max_items),
        ("minItems", &schema.min_items),
        ("maxProperties", &schema.max_properties),
        ("minProperties", &schema.min_properties),
    ];
    for (name, limit) in counts {
        if let Some(limit) = limit {
            let _ = write!(out, " {name} {}", limit.value);
        }
    }
    for (name, text) in [("pattern", &schema.pattern), ("format", &schema.format)] {
        if let Some(text) = text.as_ref().filter(|text| !text.value.is_empty()) {
            let _ = write!(out, " {name} {:?}", text.value);
        }
    }
    let _ = write!(out, " {} {}", flag(&schema.unique_items), schema.preserves_unknown_fields());
    let values = schema.enumeration.iter().flat_map(|at| &at.value);
    sorted("enum", values.map(|value| Json::from_node(value).text()), out);
    sorted(
        "required",
        schema.required.iter().flat_map(|at| &at.value).map(|at| format!("{:?}", at.value)),
        out,
    );
    let named = schema.property_list().iter();
    sorted("properties", named.map(|one| format!("{:?}:{}", one.name, meaning(&one.schema))), out);
    for (name, list) in [("allOf", &schema.all_of), ("anyOf", &schema.any_of), ("oneOf", &schema.one_of)] {
        sorted(name, list.iter().flat_map(|at| &at.value).map(meaning), out);
    }
    let rules = schema.x_validations.iter().flat_map(|at| &at.value).filter_map(|rule| rule.rule.as_ref());
    sorted("rules", rules.map(|rule| format!("{:?}", rule.value)), out);
    if let Some(not) = &schema.not {
        out.push_str(" not ");
        write(&not.value, out);
    }
    if let Some((items, _)) = schema.one_item() {
        out.push_str(" items ");
        write(items, out);
    }
    match schema.additional_properties.as_ref().map(|at| &*at.value) {
        Some(SchemaOrBool::Schema(each)) => {
            out.push_str(" additional ");
            write(each, out);
        }
        Some(SchemaOrBool::Bool(allowed)) => {
            let _ = write!(out, " additional {allowed}");
        }
        None => {}
    }
    out.push('}');
}

fn sorted(name: &str, texts: impl Iterator<Item = String>, out: &mut String) {
    let mut texts: Vec<String> = texts.collect();
    if texts.is_empty() {
        return;
    }
    texts.sort_unstable();
    let _ = write!(out, " {name} [{}]", texts.join(","));
}
