//! Warns of limits that contradict each other or have no effect.

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_schema::At;
use crdc_source::diag::Code;

pub(super) fn limits(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    let exclusive = [&schema.exclusive_minimum, &schema.exclusive_maximum]
        .into_iter()
        .any(|at| at.as_ref().is_some_and(|at| at.value));
    if let (Some(low), Some(high)) = (&schema.minimum, &schema.maximum)
        && (low.value > high.value || (exclusive && low.value == high.value))
    {
        contradict(("minimum", low), ("maximum", high), report);
    }
    for (low, high) in [
        (("minLength", &schema.min_length), ("maxLength", &schema.max_length)),
        (("minItems", &schema.min_items), ("maxItems", &schema.max_items)),
        (("minProperties", &schema.min_properties), ("maxProperties", &schema.max_properties)),
    ] {
        if let (Some(at), Some(limit)) = (low.1, high.1)
            && at.value > limit.value
            && limit.value >= 0
        {
            contradict((low.0, at), (high.0, limit), report);
        }
        if let Some(at) = low.1.as_ref().filter(|at| at.value < 0) {
            report
                .add(Code::LimitNegative, at.span, format!("`{}` is negative and has no effect", low.0))
                .help("remove it")
                .done();
        }
        if let Some(at) = high.1.as_ref().filter(|at| at.value < 0) {
            report
                .add(Code::LimitNegative, at.span, format!("`{}` is negative: no value is valid", high.0))
                .help("write the maximum, or remove the keyword")
                .done();
        }
    }
}

fn contradict<T: std::fmt::Display>(low: (&str, &At<T>), high: (&str, &At<T>), report: &mut Report) {
    report
        .add(
            Code::LimitsContradict,
            low.1.span,
            format!("no value is valid: `{}` is {}, `{}` is {}", low.0, low.1.value, high.0, high.1.value),
        )
        .note(high.1.span, "the other limit")
        .help(format!("write a `{}` that is not above the `{}`", low.0, high.0))
        .done();
}
