//! Renders the constraints of a field: enums as a list of values, patterns as code, other constraints in
//! words.

use super::value;
use crdc_documents::outline::{Constraint, Field};
use maud::{Markup, html};

/// The constraints, as items of a list of definitions.
pub(super) fn constraints(field: &Field<'_>) -> Markup {
    html! { @for constraint in &field.constraints { (one(field, constraint)) } }
}

fn one(field: &Field<'_>, constraint: &Constraint) -> Markup {
    html! {
        div { dt { (label(constraint.keyword)) } dd {
            @match (constraint.keyword, &field.schema.enumeration, &field.schema.pattern) {
                ("enum", Some(values), _) => ul.values { @for value in &values.value { li { code { (value::line(value)) } } } },
                ("pattern", _, Some(pattern)) => code { (pattern.value) },
                ("format", ..) => (constraint.words.trim_start_matches("format ")),
                _ => (constraint.words)
            }
        } }
    }
}

fn label(keyword: &'static str) -> &'static str {
    match keyword {
        "enum" => "Values",
        "minimum" | "maximum" | "multipleOf" => "Number",
        "minLength" | "maxLength" => "Length",
        "minItems" | "maxItems" | "uniqueItems" | "additionalItems" => "Items",
        "minProperties" | "maxProperties" => "Entries",
        "pattern" => "Pattern",
        "format" => "Format",
        "x-kubernetes-list-type" => "List",
        "required" => "Required",
        "type" => "Type",
        "additionalProperties" => "Fields",
        _ => "Alternatives",
    }
}
