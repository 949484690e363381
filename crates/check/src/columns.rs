//! Checks printer columns: each needs a name, one of five types, and a path that starts with a dot.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use crdc_schema::At;
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use crdc_source::{Node, Span, Value};

const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const FORMATS: [&str; 8] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

pub(super) fn columns(layout: &Layout<'_>, report: &mut Report) {
    let spec = Path::new("spec");
    let versions = spec.child("versions");
    for index in 0..layout.crd.versions.len() {
        let version = versions.index(index);
        list(layout.columns_of(index), &version.child("additionalPrinterColumns"), report);
    }
    list(layout.columns, &spec.child("additionalPrinterColumns"), report);
}

fn list(columns: Option<&At<Node>>, path: &Path<'_>, report: &mut Report) {
    if let Some(Value::Array(columns)) = columns.map(|at| &at.value.value) {
        for (index, node) in columns.iter().enumerate() {
            column(node, &path.index(index), report);
        }
    }
}

/// Returns a string member and its span; an empty string if it is missing, as the server reads it.
pub(crate) fn text<'n>(node: &'n Node, key: &str) -> (&'n str, Span) {
    if let Value::Object(members) = &node.value
        && let Some(member) = members.iter().find(|member| member.key == key)
        && let Value::String(text) = &member.value.value
    {
        return (text, member.value.span);
    }
    ("", Span { start: node.span.start, end: node.span.start })
}

fn column(node: &Node, path: &Path<'_>, report: &mut Report) {
    let (name, span) = text(node, "name");
    if name.is_empty() {
        report
            .add(Code::PrinterColumn, span, "a printer column needs a name")
            .help("write the column header, such as `name: Ready`")
            .server(path.child("name").required(""));
    }
    let (kind, span) = text(node, "type");
    let expected = format!("must be one of {}", TYPES.join(","));
    if kind.is_empty() {
        report
            .add(Code::PrinterColumn, span, "a printer column needs a type")
            .help(format!("write `type`, one of {}", TYPES.join(", ")))
            .server(path.child("type").required(&expected));
    } else if !TYPES.contains(&kind) {
        let help =
            meant_or(nearest(kind, TYPES.into_iter()), || format!("write one of {}", TYPES.join(", ")));
        report
            .add(Code::PrinterColumn, span, format!("a printer column cannot have type `{kind}`"))
            .help(help)
            .server(path.child("type").invalid(kind, &expected));
    }
    let (format, span) = text(node, "format");
    if !format.is_empty() && !FORMATS.contains(&format) {
        report
            .add(Code::PrinterColumn, span, format!("a printer column cannot have format `{format}`"))
            .help(format!("write one of {}, or remove `format`", FORMATS.join(", ")))
            .server(path.child("format").invalid(format, &format!("must be one of {}", FORMATS.join(","))));
    }
    // v1 spells it jsonPath, v1beta1 JSONPath; the server's messages always use JSONPath.
    let (json_path, span) = match text(node, "jsonPath") {
        ("", _) => text(node, "JSONPath"),
        found => found,
    };
    let path = path.child("JSONPath");
    if json_path.is_empty() {
        report
            .add(Code::PrinterColumn, span, "a printer column needs a path")
            .help("write the path of the field to show, such as `jsonPath: .status.phase`")
            .server(path.required(""));
    } else if !json_path.starts_with('.') {
        report
            .add(Code::PrinterColumn, span, format!("the path `{json_path}` does not start with a dot"))
            .help(format!("write `.{json_path}`"))
            .server(path.invalid(json_path, "must be a simple json path starting with ."));
    }
}
