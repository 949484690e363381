//! Warns of constraints at values of a type for which servers do not check them, such as `maxLength` at a
//! list: it is meant for the items, or another keyword is meant.
//
// kube-openapi: pkg/validation/validate/validator.go

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::{Schema, applies};
use crdc_source::Span;
use crdc_source::diag::Code;

/// The keyword with the same meaning for each type: of texts, lists, objects and numbers.
const ALIKE: [[&str; 4]; 2] = [
    ["minLength", "minItems", "minProperties", "minimum"],
    ["maxLength", "maxItems", "maxProperties", "maximum"],
];

pub(super) fn misplaced(place: &SchemaContext<'_>, report: &mut Report) {
    // A branch is looked at together with the schema whose values it is about.
    if place.junctor.is_none() {
        of_values(place.schema, place.schema, report);
    }
}

/// Looks at what a schema, the own one or a branch, says of the values that `own` describes.
fn of_values(schema: &Schema, own: &Schema, report: &mut Report) {
    // An int-or-string has no type.
    let of_type = if schema.type_name().is_empty() { own.type_name() } else { schema.type_name() };
    for (keyword, key) in constraints(schema) {
        if applies(keyword, of_type) {
            continue;
        }
        let (a_type, checked) = (with_article(of_type), checked_values(keyword));
        let message =
            format!("`{keyword}` has no effect: servers check it for {checked} only, and this is {a_type}");
        report.add(Code::ConstraintMisplaced, key, message).help(help(keyword, of_type, own)).done();
    }
    let branches = [&schema.all_of, &schema.any_of, &schema.one_of];
    let branches = branches.into_iter().flatten().flat_map(|at| &at.value);
    let not = schema.not.as_ref().map(|at| &*at.value);
    for branch in branches.chain(not) {
        // Schemas that are no structural ones may say the type in a branch.
        of_values(branch, own, report);
        below(branch, own, report);
    }
}

/// Looks at what a branch says of values within those that `own` describes.
fn below(branch: &Schema, own: &Schema, report: &mut Report) {
    let entries = |schema| Schema::additional_schema(schema).map(|(values, _)| values);
    let items = |schema| Schema::one_item(schema).map(|(items, _)| items);
    for property in branch.property_list() {
        let described = own.property(&property.name).map(|property| &property.schema);
        if let Some(described) = described.or_else(|| entries(own)) {
            of_values(&property.schema, described, report);
            below(&property.schema, described, report);
        }
    }
    let pairs = [(entries(branch), entries(own)), (items(branch), items(own))];
    for (said, described) in pairs.into_iter().filter_map(|(said, own)| said.zip(own)) {
        of_values(said, described, report);
        below(said, described, report);
    }
}

/// The constraints of a schema that are only for values of some type, with their places.
fn constraints(schema: &Schema) -> impl Iterator<Item = (&'static str, Span)> {
    let counts = [
        ("minLength", &schema.min_length),
        ("maxLength", &schema.max_length),
        ("minItems", &schema.min_items),
        ("maxItems", &schema.max_items),
        ("minProperties", &schema.min_properties),
        ("maxProperties", &schema.max_properties),
    ];
    let numbers =
        [("minimum", &schema.minimum), ("maximum", &schema.maximum), ("multipleOf", &schema.multiple_of)];
    let counts = counts.into_iter().filter_map(|(keyword, at)| Some((keyword, at.as_ref()?.key)));
    let numbers = numbers.into_iter().filter_map(|(keyword, at)| Some((keyword, at.as_ref()?.key)));
    let pattern = schema.pattern.as_ref().map(|at| ("pattern", at.key));
    let required = schema.required.as_ref().filter(|at| !at.value.is_empty());
    counts.chain(numbers).chain(pattern).chain(required.map(|at| ("required", at.key)))
}

fn checked_values(keyword: &str) -> &'static str {
    match keyword {
        "minLength" | "maxLength" | "pattern" => "strings",
        "minimum" | "maximum" | "multipleOf" => "numbers",
        "minItems" | "maxItems" => "lists",
        _ => "objects",
    }
}

fn with_article(of_type: &str) -> String {
    match of_type {
        "array" => "a list".to_owned(),
        "integer" | "object" => format!("an {of_type}"),
        _ => format!("a {of_type}"),
    }
}

/// Says where the keyword has an effect, or which one is meant.
fn help(keyword: &str, of_type: &str, own: &Schema) -> String {
    let inner = own.one_item().map(|(items, _)| ("items", items));
    let inner = inner.or_else(|| own.additional_schema().map(|(values, _)| ("additionalProperties", values)));
    let at_type = match of_type {
        "string" => Some(0),
        "array" => Some(1),
        "object" => Some(2),
        "integer" | "number" => Some(3),
        _ => None,
    };
    let alike = ALIKE.iter().find(|words| words.contains(&keyword));
    let alike = alike.zip(at_type).map(|(words, at)| words[at]);
    // Keywords of lengths say something about both, the list and its items.
    let moved =
        inner.filter(|(_, schema)| !schema.type_name().is_empty() && applies(keyword, schema.type_name()));
    match (moved, alike) {
        (Some((into, _)), Some(alike)) => format!("move it into `{into}`, or write `{alike}`"),
        (Some((into, _)), None) => format!("move it into `{into}`"),
        (None, Some(alike)) => format!("write `{alike}`, or remove it"),
        (None, None) => "remove it".to_owned(),
    }
}
