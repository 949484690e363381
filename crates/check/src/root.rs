//! Checks restrictions on the root of a schema, mainly if the status subresource is enabled.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::path::Path;
use super::report::Report;
use crdc_schema::Schema;
use crdc_source::Span;
use crdc_source::diag::{BadValue, Code};

const ALLOWED: [&str; 22] = [
    "Description",
    "Type",
    "Format",
    "Title",
    "Maximum",
    "ExclusiveMaximum",
    "Minimum",
    "ExclusiveMinimum",
    "MaxLength",
    "MinLength",
    "Pattern",
    "MaxItems",
    "MinItems",
    "UniqueItems",
    "MultipleOf",
    "Required",
    "Items",
    "Properties",
    "ExternalDocs",
    "Example",
    "XPreserveUnknownFields",
    "XValidations",
];

pub(super) fn root(schema: &Schema, path: &Path<'_>, key: Span, status: bool, report: &mut Report) {
    if status {
        with_status(schema, path, key, report);
    }
    if let Some(nullable) = schema.nullable.as_ref().filter(|nullable| nullable.value) {
        report
            .add(Code::RootKeyword, nullable.key, "the root of a schema cannot be nullable")
            .help("remove `nullable`")
            .server(path.child("nullable").forbidden("nullable cannot be true at the root"));
    }
}

/// Reports a forbidden keyword. The server reports only the first one, without its name. This function
/// prefers keywords other than `nullable`, which is reported anyway.
fn with_status(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    for written in schema.written() {
        if written.go_field == "Type" {
            if schema.type_name() != "object" {
                let span = schema.r#type.as_ref().map_or(key, |at| at.span);
                let detail = "only \"object\" is allowed as the type at the root of the schema if the status \
                    subresource is enabled";
                report
                    .add(
                        Code::RootKeyword,
                        span,
                        "with the status subresource, the root must be of type `object`",
                    )
                    .help("write `type: object`")
                    .server(path.child("type").invalid(schema.type_name(), detail));
                return;
            }
        } else if !ALLOWED.contains(&written.go_field) {
            let others = schema.written().into_iter();
            let mut others = others.filter(|other| !ALLOWED.contains(&other.go_field));
            let written = others.find(|other| other.keyword != "nullable").unwrap_or(written);
            let detail = format!(
                "only [{}] fields are allowed at the root of the schema if the status subresource is enabled",
                ALLOWED.join(" ")
            );
            report
                .add(
                    Code::RootKeyword,
                    written.key,
                    format!("with the status subresource, `{}` is not allowed at the root", written.keyword),
                )
                .help("move it into `spec`, or write a rule under `x-kubernetes-validations`")
                .server(path.invalid(BadValue::Long, &detail));
            return;
        }
    }
}
