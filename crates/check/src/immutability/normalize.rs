//! `x-kubernetes-normalize` makes null and empty values absent. It is only allowed on fields, because only
//! fields can be absent, and only if their values can be null or empty.

use crate::report::Report;
use crate::schema_context::{Child, SchemaContext};
use crdc_source::diag::Code;

pub(crate) fn normalize(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let Some(at) = &schema.normalize else { return };
    let never_empty = matches!(schema.type_name(), "boolean" | "integer" | "number") && !schema.is_nullable();
    let field = "write it on a property: only fields can be absent";
    let (message, help) = match place.held {
        _ if place.junctor.is_some() => (
            "a branch can only restrict values, not make them absent".to_owned(),
            "write it on the same field outside of the branch".to_owned(),
        ),
        _ if place.servers_own() => {
            ("the server defines this field and what it stores".to_owned(), "remove it".to_owned())
        }
        Child::Root => ("the root object cannot be absent".to_owned(), field.to_owned()),
        Child::Item(_) => ("an item of a list cannot be absent".to_owned(), field.to_owned()),
        Child::Entry => ("an entry of a map cannot be absent".to_owned(), field.to_owned()),
        Child::Untold => ("this is not a field of an object".to_owned(), field.to_owned()),
        Child::Property(..) if never_empty => (
            format!("a value of type `{}` is never null or empty", schema.type_name()),
            "remove it; it is for lists, maps, objects, strings and `nullable` values".to_owned(),
        ),
        Child::Property(parent, name) => {
            let required = parent.required.iter().flat_map(|at| &at.value).find(|found| found.value == name);
            if let Some(required) = required {
                report
                    .add(
                        Code::NormalizeRequired,
                        at.key,
                        format!("`{name}` is required, but becomes absent when it is empty"),
                    )
                    .note(required.span, "required here")
                    .help("remove it, or remove the field from `required`");
            }
            return;
        }
    };
    report.add(Code::NormalizeMisplaced, at.key, message).label("nothing to normalize").help(help);
}
