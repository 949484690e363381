//! The limits on the sizes of lists, maps and strings. In: the schema of a version. Out: for each schema the
//! limit that it has or may have, and the path of its values.
//!
//! A place is the number of a schema in [`Written`].

use crate::rule_compiler::{Seen, Written};
use crdc_schema::{At, Schema};
use crdc_source::Value;

/// The limits of all schemas of a version, by place.
pub(super) struct Places<'s> {
    written: Written<'s>,
    limits: Vec<Option<Limit>>,
}

/// The limit that a list, map or string has or may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// `maxItems`, `maxProperties` or `maxLength`.
    pub(super) keyword: &'static str,
    /// The limit that the schema sets.
    pub(super) now: Option<u64>,
    /// The smallest limit that still allows a value: the minimum of the schema, the size of its default, or
    /// 1.
    pub(super) least: u64,
    /// The bytes that the server counts for each unit of the limit: four for a character, otherwise one.
    pub(super) bytes: u64,
}

/// A limit inside of `allOf`, `anyOf` or `oneOf`, where the server's estimate ignores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BranchLimit {
    /// `maxItems`, `maxProperties` or `maxLength`.
    Keyword,
    /// An `enum`, which limits the length of its strings.
    Enum,
}

impl<'s> Places<'s> {
    pub(crate) fn of(root: &'s Schema) -> Places<'s> {
        let written = Written::of(root, true);
        let limits = written.schemas().map(|(_, schema)| limit(schema)).collect();
        Places { written, limits }
    }

    /// All schemas.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &'s Schema> {
        self.written.schemas().map(|(_, schema)| schema)
    }

    /// The limit of a place; none if its values cannot have one.
    pub(super) fn limit(&self, place: usize) -> Option<&Limit> {
        self.limits[place].as_ref()
    }

    /// The limit that a branch of `allOf`, `anyOf` or `oneOf` sets for the values of a place, if there is
    /// one.
    pub(super) fn limit_in_branch(&self, place: usize) -> Option<BranchLimit> {
        let Limit { keyword, .. } = self.limit(place)?;
        let schema = self.written.schema(place);
        let has_values =
            |branch: &Schema| branch.enumeration.as_ref().is_some_and(|values| !values.value.is_empty());
        if *keyword == "maxLength" && in_all_of(schema, &has_values) {
            return Some(BranchLimit::Enum);
        }
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
            .then_some(BranchLimit::Keyword)
    }

    /// The place of a type, if its values can have a limit.
    pub(super) fn of_type(&self, of: Option<Seen>) -> Option<usize> {
        of?.schema().filter(|place| self.limit(*place).is_some())
    }

    /// The lists and maps around a schema, the innermost first.
    pub(super) fn around(&self, schema: &Schema) -> Vec<usize> {
        let around = self.written.id(schema).map(|id| self.written.around(id));
        let multiplies = |place: &usize| self.limit(*place).is_some_and(|limit| limit.keyword != "maxLength");
        around.into_iter().flatten().filter(multiplies).collect()
    }

    /// The path of the values at a place, such as `.spec.items[*]`.
    pub(super) fn path(&self, place: usize) -> String {
        self.written.path(place)
    }
}

/// Whether a branch of `allOf` satisfies `has`, also a branch of an `allOf` nested in it.
fn in_all_of(schema: &Schema, has: &impl Fn(&Schema) -> bool) -> bool {
    let branches = schema.all_of.iter().flat_map(|branches| &branches.value);
    branches.into_iter().any(|branch| has(branch) || in_all_of(branch, has))
}

/// The limit of the values of a schema; none if the values have no size, or their format or `enum` limits it.
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

/// Whether only `maxLength` can limit the length of a string: neither its format nor its `enum` does.
fn is_limited_by_length(schema: &Schema) -> bool {
    !["duration", "date", "date-time"].contains(&format(schema))
        && schema.enumeration.as_ref().is_none_or(|values| values.value.is_empty())
}

/// The number of characters, items or entries of the default.
fn default_size(schema: &Schema) -> usize {
    match schema.default.as_ref().map(|at| &at.value.value) {
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::Array(items)) => items.len(),
        Some(Value::Object(members)) => members.len(),
        _ => 0,
    }
}
