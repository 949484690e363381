//! Warns of values of an `enum` that their own schema rejects, so that no object can have them.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::value;
use crdc_schema::value::STEPS;
use crdc_source::diag::Code;

/// The most values of an enum that are checked. Longer enums are generated from data.
const MOST_VALUES: usize = 256;

pub(super) fn enums(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let Some(values) = schema.enumeration.as_ref().filter(|at| at.value.len() <= MOST_VALUES) else { return };
    if schema.misread || place.junctor.is_some() {
        return;
    }
    let mut steps = value::Steps::new(STEPS);
    for node in &values.value {
        let null = matches!(node.value, crdc_source::Value::Null);
        // A null in an enum is a mistake of its own kind, or meant for `nullable`.
        if null {
            continue;
        }
        let wrong = value::validate(node, schema, &mut steps);
        if !wrong.list.is_empty() {
            report
                .add(
                    Code::EnumValueInvalid,
                    node.span,
                    "no object can have this value: its own schema rejects it",
                )
                .help("remove the value, or correct the type, the pattern or the limits beside the `enum`")
                .done();
        }
    }
}
