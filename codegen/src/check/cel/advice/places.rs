//! The limits of a schema: which lists, maps and strings have or may have one, and where they are.

use std::collections::HashMap;

use crate::rules::RuleCompiler;
use crate::schema::{At, Schema};
use crate::source::Value;
use crdc_cel::compile::types::DeclaredId;

/// The schemas of a version.
pub(super) struct Places<'s> {
    list: Vec<Place<'s>>,
    by_schema: HashMap<*const Schema, usize>,
    by_type: HashMap<DeclaredId, usize>,
}

struct Place<'s> {
    schema: &'s Schema,
    /// The schema around it.
    around: Option<usize>,
    step: Step<'s>,
    limit: Option<Limit>,
}

#[derive(Clone, Copy)]
enum Step<'s> {
    Root,
    Field(&'s str),
    Items,
    Values,
}

/// The limit of a list, map or string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// `maxItems`, `maxProperties` or `maxLength`.
    pub(super) keyword: &'static str,
    /// The limit that is set.
    pub(super) now: Option<u64>,
    /// The least limit with which any values are left: that of the schema, or the size of its default.
    pub(super) least: u64,
    /// The bytes of an element, as the server counts them.
    pub(super) bytes: u64,
}

impl<'s> Places<'s> {
    pub(super) fn of(root: &'s Schema, compiler: &RuleCompiler) -> Places<'s> {
        let mut places = Places { list: Vec::new(), by_schema: HashMap::new(), by_type: HashMap::new() };
        let mut open = vec![(root, None, Step::Root)];
        while let Some((schema, around, step)) = open.pop() {
            let index = places.list.len();
            places.by_schema.insert(std::ptr::from_ref(schema), index);
            if let Some(of) = compiler.own(schema) {
                places.by_type.insert(of, index);
            }
            places.list.push(Place { schema, around, step, limit: limit(schema) });
            let around = Some(index);
            open.extend(schema.property_list().iter().map(|p| (&p.schema, around, Step::Field(&p.name))));
            open.extend(schema.one_item().map(|(items, _)| (items, around, Step::Items)));
            open.extend(schema.additional_schema().map(|(values, _)| (values, around, Step::Values)));
        }
        places
    }

    /// All schemas.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &'s Schema> {
        self.list.iter().map(|place| place.schema)
    }

    /// The limit of the values at a place.
    pub(super) fn limit(&self, place: usize) -> Option<&Limit> {
        self.list[place].limit.as_ref()
    }

    /// Whether the values at a place have the limit in a branch of `allOf`, `anyOf` or `oneOf`.
    pub(super) fn has_limit_in_branch(&self, place: usize) -> bool {
        let Some(Place { schema, limit: Some(Limit { keyword, .. }), .. }) = self.list.get(place) else {
            return false;
        };
        let limited = |branch: &Schema| match *keyword {
            "maxItems" => branch.max_items.is_some(),
            "maxProperties" => branch.max_properties.is_some(),
            _ => branch.max_length.is_some(),
        };
        [&schema.all_of, &schema.any_of, &schema.one_of]
            .into_iter()
            .flatten()
            .flat_map(|branches| &branches.value)
            .any(limited)
    }

    /// The place of a type, if its values can have a limit.
    pub(super) fn of_type(&self, of: DeclaredId) -> Option<usize> {
        self.by_type.get(&of).copied().filter(|place| self.list[*place].limit.is_some())
    }

    /// The lists and maps around a schema, the innermost first.
    pub(super) fn around(&self, schema: &Schema) -> Vec<usize> {
        let place = |place: &usize| self.list[*place].around;
        let first = self.by_schema.get(&std::ptr::from_ref(schema)).and_then(place);
        let multiplies = |place: &usize| self.limit(*place).is_some_and(|limit| limit.keyword != "maxLength");
        std::iter::successors(first, place).filter(multiplies).collect()
    }

    /// The path of the values at a place, such as `.spec.items[*]`.
    pub(super) fn path(&self, place: usize) -> String {
        let mut steps: Vec<Step<'_>> = Vec::new();
        let mut at = Some(place);
        while let Some(place) = at {
            steps.push(self.list[place].step);
            at = self.list[place].around;
        }
        let mut path = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Field(name) => {
                    path.push('.');
                    path.push_str(name);
                }
                Step::Items => path.push_str("[*]"),
                Step::Values => path.push_str(".*"),
            }
        }
        path
    }
}

/// The limit of the values of a schema; none if they cannot have one, or something else limits them.
fn limit(schema: &Schema) -> Option<Limit> {
    let (keyword, now, least) = match schema.type_name() {
        "array" => ("maxItems", &schema.max_items, &schema.min_items),
        "object" if schema.additional_properties.is_some() => {
            ("maxProperties", &schema.max_properties, &schema.min_properties)
        }
        "string" if is_limited_by_length(schema) => ("maxLength", &schema.max_length, &schema.min_length),
        _ if schema.is_int_or_string() => ("maxLength", &schema.max_length, &schema.min_length),
        _ => return None,
    };
    let value = |at: &At<i64>| u64::try_from(at.value).unwrap_or_default();
    let least = least.as_ref().map_or(0, value).max(default_size(schema) as u64).max(1);
    // A character has at most four bytes; encoded bytes are counted as they are.
    let bytes = if keyword == "maxLength" && format(schema) != "byte" { 4 } else { 1 };
    Some(Limit { keyword, now: now.as_ref().map(value), least, bytes })
}

fn format(schema: &Schema) -> &str {
    schema.format.as_ref().map_or("", |format| format.value.as_str())
}

/// Whether the length of a string is limited only by its schema: not by its format or its values.
fn is_limited_by_length(schema: &Schema) -> bool {
    !["duration", "date", "date-time"].contains(&format(schema))
        && schema.enumeration.as_ref().is_none_or(|values| values.value.is_empty())
}

/// The characters, items or entries of the default.
fn default_size(schema: &Schema) -> usize {
    match schema.default.as_ref().map(|at| &at.value.value) {
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::Array(items)) => items.len(),
        Some(Value::Object(members)) => members.len(),
        _ => 0,
    }
}
