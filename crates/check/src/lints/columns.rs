//! Warns of printer columns whose path leads to no field of the schema: the column is always empty.
//
// apiextensions-apiserver: pkg/registry/customresource/tableconvertor/tableconvertor.go

use super::step::of_path;
use crate::columns::text;
use crate::layout::Layout;
use crate::report::Report;
use crdc_schema::{At, Schema};
use crdc_source::diag::Code;
use crdc_source::diag::nearest;
use crdc_source::{Node, Value};
use crdc_vocabulary::json_path::json_path_steps;

pub(super) fn columns(layout: &Layout<'_>, report: &mut Report) {
    // Fields are not pruned, so any field can be there.
    if layout.crd.preserves_unknown_fields() {
        return;
    }
    for index in 0..layout.crd.versions.len() {
        let columns = layout.columns_of(index).or(layout.columns);
        if let (Some(columns), Some(schema)) = (columns, layout.schema_of(index).or(layout.validation)) {
            list(columns, &schema.value, report);
        }
    }
}

/// The number of columns, and of fields, among which a similar name is searched, which takes time.
const MOST_GUESSES: usize = 100;

fn list(columns: &At<Node>, schema: &Schema, report: &mut Report) {
    let Value::Array(columns) = &columns.value.value else { return };
    for (place, column) in columns.iter().enumerate() {
        let (path, span) = match text(column, "jsonPath") {
            ("", _) => text(column, "JSONPath"),
            found => found,
        };
        // The path is refused, or its form is not known.
        let Some(steps) = json_path_steps(path).filter(|_| path.starts_with('.')) else { continue };
        let Some(lost) = of_path(schema, &steps) else { continue };
        let most = if place < MOST_GUESSES { MOST_GUESSES } else { 0 };
        let known = lost.parent.property_list().iter().map(|property| property.name.as_str()).take(most);
        let name = &lost.name;
        let place = if lost.path.is_empty() { "the schema".to_owned() } else { format!("`{}`", lost.path) };
        let help = match nearest(name, known) {
            _ if lost.is_list => format!("{place} is a list: write `{}[0].{name}`, or `[*]`", lost.path),
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("correct the path, or add `{name}` to the properties of {place}"),
        };
        let message = format!("`{path}` leads to no field of the schema: the column is always empty");
        report
            .add(Code::PrinterColumnUnknown, span, message)
            .label(format!("{place} has no `{name}`"))
            .help(help)
            .done();
    }
}
