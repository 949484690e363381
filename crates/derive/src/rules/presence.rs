//! Decides whether a field is required, optional or nullable, and whether it is normalized.
//!
//! Easy to break: schemars decides whether a field is required by what may be **deserialized**. Whether the
//! field can be absent depends on what is **serialized**.
//
// schemars_derive: schema_exprs.rs (expr_for_struct)

use crate::diag::{Diagnostics, Problem};
use crate::markers::MarkerSet;
use crate::model::{Field, Form, Scalar};
use crate::types;
use crdc_source::diag::Code;
use proc_macro2::Span;

pub(super) fn presence(
    field: &mut Field,
    markers: &MarkerSet,
    skip: Option<Span>,
    problems: &mut Diagnostics,
) {
    let option = types::form(&field.ty).is_optional();
    field.required = !field.default && (!option || markers.is_some);
    field.nullable = markers.nullable.is_some();
    if let Some(at) = &markers.required {
        field.required = true;
        // A required `None` may be skipped; it is then reported as missing.
        let left_out = option && field.skip_if.as_ref().is_some_and(is_none);
        if let Some(span) = skip.filter(|_| !left_out) {
            let problem = Problem::new(
                Code::PresenceConflict,
                at.span,
                format!("`{}` requires `{}`, but `skip_serializing_if` may omit it", at.text, field.name),
                "remove one of the two",
            );
            problems.add(problem.beside(span, "the attribute is here"));
        }
        if let Some(other) = &markers.optional {
            let message = format!("`{}` conflicts with `{}`", other.text, at.text);
            let problem = Problem::new(Code::PresenceConflict, other.span, message, "keep one of them");
            problems.add(problem.beside(at.span, "the other one is here"));
        }
    } else if let Some(at) = &markers.optional {
        field.required = false;
        if !field.default && !option {
            problems.add(Problem::new(
                Code::PresenceConflict,
                at.span,
                format!(
                    "`{}` allows `{}` to be absent, but deserialization would then fail",
                    at.text, field.name
                ),
                "make it an `Option`, or add `#[serde(default)]`",
            ));
        }
    }
    normalize(field, markers, problems);
}

/// The help if `None` must not be null.
pub(crate) const SKIP_NONE: &str = "add `#[serde(default, skip_serializing_if = \"Option::is_none\")]` to the field, so that `None` is absent; or \
                                    check it yourself, and write `#[crdc(unchecked_rules)]`";

/// Reports a field with an `enum` of its own whose `None` is written as null. For the enum of a type, the
/// generated code asserts it (`emit/resource.rs`).
pub(crate) fn null_of_values(field: &Field, problems: &mut Diagnostics) {
    if field.writes_null() && !field.form.constraints().values.is_empty() {
        let message = format!(
            "`None` of `{}` is written as null, which is no value of its `enum`: each `None` is refused",
            field.name
        );
        problems.add(Problem::new(Code::PresenceConflict, field.span, message, SKIP_NONE));
    }
}

/// Whether every value has the field with a value other than null.
pub(crate) fn is_always_written(field: &Field) -> bool {
    let is_optional = field.form.is_optional();
    field.skip_if.is_none() && !is_optional || field.required && is_optional && !field.nullable
}

/// Whether a function is `Option::is_none`.
fn is_none(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "is_none")
}

fn normalize(field: &mut Field, markers: &MarkerSet, problems: &mut Diagnostics) {
    let Some(at) = &markers.normalize else { return };
    let never_empty = matches!(
        &field.form,
        Form::Scalar(Scalar::Bool | Scalar::Integer { .. } | Scalar::Number { .. } | Scalar::Char, _)
    );
    let (message, help) = if never_empty {
        (
            format!("`{}` is on a field that is never null or empty", at.text),
            "remove it; it applies to lists, maps, structs, strings and `Option`s".to_owned(),
        )
    } else if field.skip_if.is_none() {
        let (how, name) = if field.form.is_optional() {
            ("`None` is serialized as null", "Option::is_none")
        } else {
            ("it is always serialized", "Vec::is_empty")
        };
        (
            format!("`{}` cannot make `{}` absent: {how}", at.text, field.name),
            format!("add `#[serde(default, skip_serializing_if = \"…\")]`, such as `{name}`, or remove it"),
        )
    } else {
        field.normalize = Some(at.span);
        return;
    };
    problems.add(Problem::new(Code::NormalizeMisplaced, at.span, message, help));
}
