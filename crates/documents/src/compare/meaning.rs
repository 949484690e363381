//! Normalizes a schema to a string. Schemas that differ only in spelling, order and descriptions have the
//! same string.

use super::type_set;
use crdc_schema::{At, Schema, SchemaOrBool, fields};
use crdc_source::json::Json;
use std::fmt::Write;

/// Returns the normalized schema: keywords in a fixed order, names and branches sorted.
pub(super) fn meaning(schema: &Schema) -> String {
    let mut out = String::new();
    write(schema, &mut out);
    out
}

// Writing to a String cannot fail.
fn write(schema: &Schema, out: &mut String) {
    fields!(schema =>
        maximum exclusive_maximum minimum exclusive_minimum multiple_of max_length min_length max_items
        min_items max_properties min_properties pattern format unique_items enumeration required all_of
        any_of one_of x_validations not additional_properties;
        // Methods of the schema read these.
        ignored: r#type x_int_or_string nullable x_preserve_unknown_fields properties items
        // These do not restrict values, or a branch cannot have them.
        span misread misread_here id schema reference description title default external_docs example
        pattern_properties dependencies additional_items definitions x_embedded_resource x_list_map_keys
        x_list_type x_map_type marks unions normalize dialect no_prune
    );
    let flag = |at: &Option<At<bool>>| at.as_ref().is_some_and(|at| at.value);
    let _ = write!(out, "{{{} {}", type_set::of(schema), schema.is_nullable());
    for (name, limit, exclusive) in [("max", maximum, exclusive_maximum), ("min", minimum, exclusive_minimum)]
    {
        if let Some(limit) = limit {
            let _ = write!(out, " {name} {} {}", limit.value, flag(exclusive));
        }
    }
    if let Some(factor) = multiple_of {
        let _ = write!(out, " multiple {}", factor.value);
    }
    let counts = [
        ("maxLength", max_length),
        ("minLength", min_length),
        ("maxItems", max_items),
        ("minItems", min_items),
        ("maxProperties", max_properties),
        ("minProperties", min_properties),
    ];
    for (name, limit) in counts {
        if let Some(limit) = limit {
            let _ = write!(out, " {name} {}", limit.value);
        }
    }
    for (name, text) in [("pattern", pattern), ("format", format)] {
        if let Some(text) = text.as_ref().filter(|text| !text.value.is_empty()) {
            let _ = write!(out, " {name} {:?}", text.value);
        }
    }
    let _ = write!(out, " {} {}", flag(unique_items), schema.preserves_unknown_fields());
    let values = enumeration.iter().flat_map(|at| &at.value);
    sorted("enum", values.map(|value| Json::from_node(value).text()), out);
    sorted("required", required.iter().flat_map(|at| &at.value).map(|at| format!("{:?}", at.value)), out);
    let named = schema.property_list().iter();
    sorted("properties", named.map(|one| format!("{:?}:{}", one.name, meaning(&one.schema))), out);
    for (name, list) in [("allOf", all_of), ("anyOf", any_of), ("oneOf", one_of)] {
        sorted(name, list.iter().flat_map(|at| &at.value).map(meaning), out);
    }
    let rules = x_validations.iter().flat_map(|at| &at.value).filter_map(|rule| rule.rule.as_ref());
    sorted("rules", rules.map(|rule| format!("{:?}", rule.value)), out);
    if let Some(not) = not {
        out.push_str(" not ");
        write(&not.value, out);
    }
    if let Some((items, _)) = schema.one_item() {
        out.push_str(" items ");
        write(items, out);
    }
    match additional_properties.as_ref().map(|at| &*at.value) {
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
