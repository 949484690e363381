//! Reports limits that no value can satisfy: a minimum above the maximum, from markers, attributes or the
//! type itself.
//!
//! In: a form with its constraints, and where they were written. Out: an error. A limit that is a constant is
//! compared by the compiler (`emit/constraints.rs`).

use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, Constraint};
use crate::model::{Constraints, Form, Scalar};
use crdc_source::diag::Code;

/// Two keywords that limit the same property, with their values. Lengths and counts are whole numbers.
struct Pair<'k> {
    low: (&'k str, Option<f64>),
    high: (&'k str, Option<f64>),
    exclusive: bool,
}

pub(super) fn limits(form: &Form, seen: &[(&Constraint, &At)], problems: &mut Diagnostics) {
    for Pair { low: (low, least), high: (high, most), exclusive } in pairs(form) {
        let (Some(least), Some(most)) = (least, most) else { continue };
        if least < most || (least == most && !exclusive) {
            continue;
        }
        let at = |name: &str| seen.iter().find(|(ask, _)| keyword(ask) == Some(name)).map(|(_, at)| *at);
        let message = format!("no value is valid: `{low}` is {least}, `{high}` is {most}");
        let problem =
            |at: &At, help: String| Problem::new(Code::MarkerLimits, at.span, message.clone(), help);
        let help = format!("write a `{low}` that is not above the `{high}`");
        problems.add(match (at(low), at(high)) {
            (Some(at), Some(other)) => problem(at, help).beside(other.span, "the other limit is here"),
            (Some(at), None) => problem(at, format!("{help}; that is of the type")),
            (None, Some(at)) => problem(at, format!("{help}; the `{low}` is of the type")),
            // Both limits come from the type.
            (None, None) => continue,
        });
    }
}

fn pairs(form: &Form) -> [Pair<'static>; 4] {
    let constraints = form.constraints();
    let Constraints { min_length, max_length, min_items, max_items, min_properties, max_properties, .. } =
        *constraints;
    let is_char = matches!(form.core(), Form::Scalar(Scalar::Char, _));
    let of_char = |limit: Option<i64>| limit.or(is_char.then_some(1));
    let counts = |[low, high]: [&'static str; 2], [least, most]: [Option<i64>; 2]| Pair {
        low: (low, least.map(|count| count as f64)),
        high: (high, most.map(|count| count as f64)),
        exclusive: false,
    };
    let (minimum, maximum) = (constraints.minimum, constraints.maximum);
    let [least, most] = of_type(form);
    [
        counts(["minLength", "maxLength"], [of_char(min_length), of_char(max_length)]),
        counts(["minItems", "maxItems"], [min_items, max_items]),
        counts(["minProperties", "maxProperties"], [min_properties, max_properties]),
        Pair {
            low: ("minimum", minimum.map(|(limit, _)| limit).or(least)),
            high: ("maximum", maximum.map(|(limit, _)| limit).or(most)),
            exclusive: [minimum, maximum].into_iter().flatten().any(|(_, exclusive)| exclusive),
        },
    ]
}

/// The smallest and the largest value of an integer type.
fn of_type(form: &Form) -> [Option<f64>; 2] {
    let Form::Scalar(Scalar::Integer { format, unsigned }, _) = form.core() else { return [None; 2] };
    let least = match *format {
        _ if *unsigned => Some(0.0),
        "int8" => Some(f64::from(i8::MIN)),
        "int16" => Some(f64::from(i16::MIN)),
        "int32" => Some(f64::from(i32::MIN)),
        _ => None,
    };
    let most = match *format {
        "int8" => Some(f64::from(i8::MAX)),
        "int16" => Some(f64::from(i16::MAX)),
        "int32" => Some(f64::from(i32::MAX)),
        "uint8" => Some(f64::from(u8::MAX)),
        "uint16" => Some(f64::from(u16::MAX)),
        "uint32" => Some(f64::from(u32::MAX)),
        _ => None,
    };
    [least, most]
}

/// The keyword of a limit that is a number.
fn keyword(ask: &Constraint) -> Option<&'static str> {
    Some(match ask {
        Constraint::MinLength(_) => "minLength",
        Constraint::MaxLength(_) => "maxLength",
        Constraint::Minimum(_) => "minimum",
        Constraint::Maximum(_) => "maximum",
        Constraint::MinItems(_) => "minItems",
        Constraint::MaxItems(_) => "maxItems",
        Constraint::MinProperties(_) => "minProperties",
        Constraint::MaxProperties(_) => "maxProperties",
        _ => return None,
    })
}
