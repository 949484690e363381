//! Describes the constraints of a schema in words. In: a schema. Out: one [`Constraint`] for each keyword,
//! with its place.
//!
//! `required` is a property of the fields that it names (`Field::required`). Only in branches it is a
//! constraint: it names the fields that select the branch.

use crdc_check::is_int_or_string;
use crdc_schema::{At, Schema, SchemaOrBool, applies, fields};
use crdc_source::json::Json;
use crdc_source::{Node, Span};
use crdc_vocabulary::{format, go};

/// A keyword that refuses values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The keyword.
    pub keyword: &'static str,
    /// The text: `at most 63 characters`.
    pub words: String,
    /// The place of the keyword in the document.
    pub span: Span,
    /// Whether any object can break the constraint: a format that servers do not know refuses nothing, nor
    /// does a keyword of another type.
    pub refuses: bool,
}

/// The constraints of a schema, in a fixed order.
pub(super) fn constraints(schema: &Schema, branch: bool) -> Vec<Constraint> {
    fields!(schema =>
        r#type format maximum exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items min_items
        unique_items multiple_of enumeration max_properties min_properties required additional_properties
        all_of one_of any_of not x_list_map_keys x_list_type additional_items;
        // Fields of their own, text for people, and keywords that `marks` and `rules` describe.
        ignored: span misread misread_here id schema reference description title default items properties
        pattern_properties dependencies definitions external_docs example nullable x_preserve_unknown_fields
        x_embedded_resource x_int_or_string x_map_type x_validations marks unions normalize dialect no_prune
    );
    let mut list = List { constraints: Vec::new(), of_type: r#type.as_ref().map_or("", |at| &at.value) };
    list.all(enumeration, "enum", |values| format!("one of {}", values_in_words(values)));
    list.bound((minimum, exclusive_minimum), "minimum", ["at least", "greater than"]);
    list.bound((maximum, exclusive_maximum), "maximum", ["at most", "less than"]);
    list.all(multiple_of, "multipleOf", |factor| format!("a multiple of {}", go::value_float(*factor)));
    list.count((min_length, "minLength"), "at least", "character");
    list.count((max_length, "maxLength"), "at most", "character");
    list.all(pattern, "pattern", |pattern| format!("matches {pattern}"));
    list.count((min_items, "minItems"), "at least", "item");
    list.count((max_items, "maxItems"), "at most", "item");
    if unique_items.as_ref().is_some_and(|at| at.value) {
        list.all(unique_items, "uniqueItems", |_| "no equal items".to_owned());
    }
    list.count((min_properties, "minProperties"), "at least", "entry");
    list.count((max_properties, "maxProperties"), "at most", "entry");
    if let Some(at) = format.as_ref().filter(|at| !at.value.is_empty()) {
        let (known, refuses) = known_format(r#type.as_ref().map_or("", |at| &at.value), &at.value);
        let more = if known { "" } else { " (not checked)" };
        list.push("format", format!("format {}{more}", at.value), at.key, refuses);
    }
    match x_list_type.as_ref().map(|at| (at, at.value.as_str())) {
        Some((at, "set")) => {
            list.push("x-kubernetes-list-type", "a set: no equal items".to_owned(), at.key, true);
        }
        Some((at, "map")) => {
            let keys = x_list_map_keys.iter().flat_map(|keys| &keys.value).map(|key| key.value.as_str());
            let keys = keys.collect::<Vec<_>>().join(", ");
            let words = format!("a map by {keys}: no two items with equal keys");
            list.push("x-kubernetes-list-type", words, at.key, true);
        }
        Some((at, "atomic")) => {
            list.push("x-kubernetes-list-type", "atomic: replaced as a whole".to_owned(), at.key, false);
        }
        _ => {}
    }
    if branch {
        list.all(required, "required", |names| {
            let names = names.iter().map(|name| name.value.as_str());
            format!("requires {}", names.collect::<Vec<_>>().join(", "))
        });
        if let Some(at) = r#type.as_ref().filter(|at| !at.value.is_empty()) {
            list.push("type", format!("is of type {}", at.value), at.key, true);
        }
    }
    for (closed, keyword, words) in [
        (additional_properties, "additionalProperties", "no other fields"),
        (additional_items, "additionalItems", "no other items"),
    ] {
        if let Some(at) = closed.as_ref().filter(|at| matches!(*at.value, SchemaOrBool::Bool(false))) {
            list.push(keyword, words.to_owned(), at.key, true);
        }
    }
    list.all(all_of, "allOf", |branches| format!("matches all of {}", alternatives(branches.len())));
    // The branches of an int-or-string are its types.
    let any_of = if is_int_or_string(schema) { &None } else { any_of };
    list.all(any_of, "anyOf", |branches| format!("matches at least one of {}", alternatives(branches.len())));
    list.all(one_of, "oneOf", |branches| format!("matches exactly one of {}", alternatives(branches.len())));
    list.all(not, "not", |_| "does not match the alternative below".to_owned());
    list.constraints
}

struct List<'s> {
    constraints: Vec<Constraint>,
    /// The type of the values, empty if it is not known.
    of_type: &'s str,
}

impl List<'_> {
    fn push(&mut self, keyword: &'static str, words: String, span: Span, refuses: bool) {
        let refuses = refuses && applies(keyword, self.of_type);
        self.constraints.push(Constraint { keyword, words, span, refuses });
    }

    fn all<T>(&mut self, at: &Option<At<T>>, keyword: &'static str, words: impl Fn(&T) -> String) {
        if let Some(at) = at {
            self.push(keyword, words(&at.value), at.key, true);
        }
    }

    fn count(&mut self, (at, keyword): (&Option<At<i64>>, &'static str), how: &str, what: &str) {
        self.all(at, keyword, |count| match (count, what) {
            (1, _) => format!("{how} 1 {what}"),
            (_, "entry") => format!("{how} {count} entries"),
            _ => format!("{how} {count} {what}s"),
        });
    }

    fn bound(
        &mut self,
        (limit, exclusive): (&Option<At<f64>>, &Option<At<bool>>),
        keyword: &'static str,
        [inclusive, strict]: [&str; 2],
    ) {
        let strictly = exclusive.as_ref().is_some_and(|at| at.value);
        let how = if strictly { strict } else { inclusive };
        self.all(limit, keyword, |limit| format!("{how} {}", go::value_float(*limit)));
    }
}

fn alternatives(count: usize) -> String {
    if count == 1 { "1 alternative".to_owned() } else { format!("{count} alternatives") }
}

/// Whether servers know a format, and whether it refuses values that the type accepts.
// apiextensions-apiserver: pkg/apiserver/validation/formats.go
fn known_format(of: &str, name: &str) -> (bool, bool) {
    match (of, name) {
        ("integer", "int32") | ("number", "float") => (true, true),
        ("integer", "int64") | ("number", "double") => (true, false),
        ("integer" | "number" | "boolean" | "object" | "array", _) => (false, false),
        _ => format::find(name).map_or((false, false), |format| (true, format.check.is_some())),
    }
}

/// The values as JSON, with commas between them.
fn values_in_words(values: &[Node]) -> String {
    let values: Vec<String> = values.iter().map(|value| Json::from_node(value).text()).collect();
    values.join(", ")
}
