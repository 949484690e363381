//! Formats the type of a field for people: `string`, `[]string`, `map[string]integer`. In: a schema. Out: one
//! short text. Only lists and maps of scalars are spelled out.

use crdc_schema::Schema;

/// The type of the values of a schema.
#[must_use]
pub fn type_name(schema: &Schema) -> String {
    // The loop runs at most as often as schemas may nest.
    let (mut around, mut schema) = (String::new(), schema);
    loop {
        let inner = match schema.type_name() {
            "array" => {
                around.push_str("[]");
                schema.one_item().map(|(items, _)| items)
            }
            "object" if schema.additional_schema().is_some() && schema.properties.is_none() => {
                around.push_str("map[string]");
                schema.additional_schema().map(|(values, _)| values)
            }
            _ => return around + scalar(schema),
        };
        match inner {
            Some(inner) if around.len() < DEEPEST_TYPE => schema = inner,
            _ => return around + "any",
        }
    }
}

/// Deeper types are cut.
const DEEPEST_TYPE: usize = 60;

fn scalar(schema: &Schema) -> &str {
    match schema.type_name() {
        _ if schema.is_int_or_string() => "integer or string",
        "" if schema.properties.is_some() => "object",
        // An object without known fields.
        "" => "any",
        name => name,
    }
}
