//! Decides comparisons by the limits of a schema, or by two literals.

use super::value::{Value, ValueId, Values};
use crdc_schema::Schema;

/// The smallest and the greatest value that a number can have.
#[derive(Clone, Copy)]
struct Range {
    least: f64,
    most: f64,
}

/// Whether `first < second`, or `first <= second`; none if it depends on the object.
pub(super) fn less(values: &Values<'_>, first: ValueId, second: ValueId, or_equal: bool) -> Option<bool> {
    let (first, second) = (range(values, first)?, range(values, second)?);
    if or_equal {
        if first.most <= second.least {
            return Some(true);
        }
        return (first.least > second.most).then_some(false);
    }
    if first.most < second.least {
        return Some(true);
    }
    (first.least >= second.most).then_some(false)
}

/// Whether two values cannot be equal.
pub(super) fn differ(values: &Values<'_>, first: ValueId, second: ValueId) -> bool {
    let (Some(first), Some(second)) = (range(values, first), range(values, second)) else { return false };
    first.most < second.least || second.most < first.least
}

fn range(values: &Values<'_>, id: ValueId) -> Option<Range> {
    match values.get(id) {
        Value::Literal("int" | "double", text) => {
            let number = text.parse().ok()?;
            Some(Range { least: number, most: number })
        }
        Value::Call(function, args) if function == "size" => {
            if let Some(size) = args.first().and_then(|of| size(values, *of)) {
                return Some(Range { least: size, most: size });
            }
            let schema = args.first().and_then(|of| new(values, *of));
            let (least, most) = schema.map_or((None, None), sizes);
            let number = |limit: i64| limit as f64;
            Some(Range {
                least: least.map_or(0.0, number).max(0.0),
                most: most.map_or(f64::INFINITY, number),
            })
        }
        _ => {
            let schema =
                new(values, id).filter(|schema| ["integer", "number"].contains(&schema.type_name()))?;
            let least = schema.minimum.as_ref().map_or(f64::NEG_INFINITY, |at| at.value);
            let most = schema.maximum.as_ref().map_or(f64::INFINITY, |at| at.value);
            Some(Range { least, most })
        }
    }
}

/// The size of a literal.
fn size(values: &Values<'_>, of: ValueId) -> Option<f64> {
    match values.get(of) {
        Value::Literal("string", text) => Some(text.chars().count() as f64),
        Value::Call(list, items) if list == "[]" => Some(items.len() as f64),
        _ => None,
    }
}

/// The schema of a value. None for a nullable value, and for a value of the old object, which an older schema
/// may have accepted.
fn new<'s>(values: &Values<'s>, id: ValueId) -> Option<&'s Schema> {
    values.schema(id).filter(|schema| values.is_new(id) && !schema.is_nullable())
}

fn sizes(schema: &Schema) -> (Option<i64>, Option<i64>) {
    let (least, most) = match schema.type_name() {
        "array" => (&schema.min_items, &schema.max_items),
        "string" if schema.format.is_none() => (&schema.min_length, &schema.max_length),
        "object" => (&schema.min_properties, &schema.max_properties),
        _ => (&None, &None),
    };
    (least.as_ref().map(|at| at.value), most.as_ref().map(|at| at.value))
}
