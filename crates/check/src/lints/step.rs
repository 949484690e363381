//! Follows paths in schemas. In: a schema and the steps of a path. Out: where the path leaves the schema.

use crdc_schema::{Schema, SchemaOrBool};
use crdc_vocabulary::json_path::PathStep;

/// What a name leads to.
pub(super) enum Step<'s> {
    To(&'s Schema),
    /// A value of any type.
    Unknown,
    Pruned,
}

/// The value of a member of an object.
pub(super) fn member<'s>(schema: &'s Schema, name: &str) -> Step<'s> {
    if let Some(property) = schema.property(name) {
        return Step::To(&property.schema);
    }
    match schema.additional_properties.as_ref().map(|at| at.value.as_ref()) {
        Some(SchemaOrBool::Schema(schema)) => Step::To(schema),
        Some(SchemaOrBool::Bool(true)) => Step::Unknown,
        _ if schema.preserves_unknown_fields() || schema.is_embedded_resource() => Step::Unknown,
        _ => Step::Pruned,
    }
}

/// The first name of a path that the schema does not have.
pub(super) struct Lost<'s> {
    pub(super) name: String,
    /// The path of the value that should have the name; empty for the object itself.
    pub(super) path: String,
    pub(super) parent: &'s Schema,
    /// Whether that value is a list, whose items may have the name.
    pub(super) is_list: bool,
}

/// Where a path leads to no field; `None` if it may lead to one.
pub(super) fn of_path<'s>(root: &'s Schema, steps: &[PathStep<'_>]) -> Option<Lost<'s>> {
    let (mut here, mut path) = (root, String::new());
    for (index, step) in steps.iter().enumerate() {
        here = match step {
            // Servers define these, whatever the schema says.
            PathStep::Field(name) if index == 0 && matches!(&**name, "apiVersion" | "kind" | "metadata") => {
                return None;
            }
            PathStep::Field(name) => match member(here, name) {
                Step::To(next) => {
                    path = format!("{path}.{name}");
                    next
                }
                Step::Unknown => return None,
                Step::Pruned => {
                    let items = here.one_item().map(|(items, _)| items);
                    let is_list = items.is_some_and(|items| !matches!(member(items, name), Step::Pruned));
                    return Some(Lost { name: name.clone(), path, parent: here, is_list });
                }
            },
            PathStep::Index(_) | PathStep::All | PathStep::Filter { .. } => {
                path.push_str("[]");
                here.one_item().or_else(|| here.additional_schema()).map(|(inner, _)| inner)?
            }
        };
    }
    None
}
