//! Warns of nullable values with an `enum`: no enum accepts null, not even one that lists it, so every null
//! is refused.
//
// kube-openapi: pkg/validation/validate/validator.go (basicCommonValidator)

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

pub(super) fn nullable(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let (Some(at), Some(values)) = (&schema.nullable, &schema.enumeration) else { return };
    if !at.value || values.value.is_empty() || place.junctor.is_some() {
        return;
    }
    report
        .add(Code::NullableEnum, at.key, "null is never accepted: the `enum` refuses it")
        .note(values.key, "no enum accepts null")
        .help(
            "remove `nullable`, and leave the field out where it is not set; in Rust: \
             `#[serde(skip_serializing_if = \"Option::is_none\")]`",
        )
        .done();
}
