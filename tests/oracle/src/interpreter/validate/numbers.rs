//! `minimum`, `maximum`, with their exclusive forms, `multipleOf`, and the range of integer and number
//! formats. All checks run. An integer is compared with the limit truncated to an integer, as on an amd64
//! server. A limit that does not fit the type is a separate error without a field.
//
// kube-openapi: pkg/validation/validate/{validator,values}.go; go-openapi/swag: convert.go

use super::Found;
use super::failure::{Failure, What};
use crate::interpreter::structural::Structural;
use crate::json::{Json, go_float};

/// Adds the failures of a number to `out`.
pub(super) fn check(path: &str, schema: &Structural, value: &Json, out: &mut Found) {
    let limits = Limits::of(path, schema);
    limits.range("Checked", value, out);
    if let Some(factor) = schema.multiple_of {
        let fits = limits.range("MultipleOf", &Json::Float(factor), out);
        multiple_of(path, value, factor, fits, out);
    }
    if let Some(max) = schema.maximum {
        let fits = limits.range("Maximum boundary", &Json::Float(max), out);
        let words = if schema.exclusive_maximum { "less than" } else { "less than or equal to" };
        let over = |by: std::cmp::Ordering| by.is_gt() || (schema.exclusive_maximum && by.is_eq());
        limit(path, value, max, fits, words, over, out);
    }
    if let Some(min) = schema.minimum {
        let fits = limits.range("Minimum boundary", &Json::Float(min), out);
        let exclusive = schema.exclusive_minimum;
        let words = if exclusive { "greater than" } else { "greater than or equal to" };
        let under = |by: std::cmp::Ordering| by.is_lt() || (exclusive && by.is_eq());
        limit(path, value, min, fits, words, under, out);
    }
}

/// The range of a type and format.
struct Limits<'a> {
    path: &'a str,
    type_name: &'a str,
    format: &'a str,
}

impl<'a> Limits<'a> {
    fn of(path: &'a str, schema: &'a Structural) -> Limits<'a> {
        match (schema.types().as_slice(), schema.format.as_str()) {
            (["integer"], format) => Limits { path, type_name: "integer", format },
            (["number"], format) => Limits { path, type_name: "number", format },
            _ => Limits { path, type_name: "", format: "" },
        }
    }

    /// Whether a number is in the range of the type and format. If not, adds an error, which begins with
    /// `prefix`.
    fn range(&self, prefix: &str, value: &Json, out: &mut Found) -> bool {
        let Limits { path, type_name, format } = *self;
        // Formatted without an exponent, then parsed as the type.
        let text = match value {
            Json::Float(float) => format!("{float}"),
            value => value.to_string(),
        };
        let fits = match (type_name, format) {
            ("integer", "int32") => text.parse::<i32>().is_ok(),
            ("integer", _) => text.parse::<i64>().is_ok(),
            (_, "float") => text.parse::<f32>().is_ok_and(f32::is_finite),
            _ => true,
        };
        if !fits {
            let with = if format.is_empty() {
                "(default format)".to_owned()
            } else {
                format!("with format {format}")
            };
            let text = format!("{prefix} value must be of type {type_name} {with} in {path}");
            out.push(Failure { name: None, what: What::Other { value: "".into(), text } });
        }
        fits
    }
}

/// The value of a number as a float.
fn as_float(value: &Json) -> f64 {
    match value {
        Json::Int(int) => *int as f64,
        Json::Float(float) => *float,
        _ => 0.0,
    }
}

/// Adds an error if the order of a number and a limit fails. `fits` is whether the limit fits the type.
fn limit(
    path: &str,
    value: &Json,
    bound: f64,
    fits: bool,
    words: &str,
    fails: impl Fn(std::cmp::Ordering) -> bool,
    out: &mut Found,
) {
    let (order, shown, bad) = match value {
        Json::Int(int) if fits => {
            let bound = go_int(bound);
            (int.cmp(&bound), bound.to_string(), Json::Int(*int))
        }
        value => {
            let float = as_float(value);
            let order = float.partial_cmp(&bound).unwrap_or(std::cmp::Ordering::Equal);
            (order, go_float(bound), Json::Float(float))
        }
    };
    if fails(order) {
        out.push(Failure::body(path, bad, &format!("should be {words} {shown}")));
    }
}

/// Adds an error if a number is not a multiple of `factor`, or if the factor is not positive. `fits` is
/// whether the factor fits the type.
fn multiple_of(path: &str, value: &Json, factor: f64, fits: bool, out: &mut Found) {
    let positive = |shown: String, factor: Json| {
        let text = format!("factor MultipleOf declared for {path} must be positive: {shown}");
        Failure::new(path, What::Other { value: factor, text })
    };
    if let (Json::Int(int), true) = (value, fits) {
        let factor = go_int(factor);
        if factor <= 0 {
            out.push(positive(factor.to_string(), Json::Int(factor)));
        } else if int % factor != 0 {
            let why = format!("should be a multiple of {factor}");
            out.push(Failure::body(path, value.clone(), &why));
        }
        return;
    }
    let float = as_float(value);
    if factor <= 0.0 {
        out.push(positive(go_float(factor), Json::Float(factor)));
        return;
    }
    let times = if factor < 1.0 { 1.0 / factor * float } else { float / factor };
    if !is_json_integer(times) {
        let why = format!("should be a multiple of {}", go_float(factor));
        out.push(Failure::body(path, Json::Float(float), &why));
    }
}

/// `int64(f)` on amd64: truncated, and the smallest integer if it does not fit. This depends on the platform
/// in Go, so the tests have no limits beyond int64.
pub(super) fn go_int(float: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if (-LIMIT..LIMIT).contains(&float) { float as i64 } else { i64::MIN }
}

/// `uint64(f)` on amd64: negative numbers wrap around.
fn go_uint(float: f64) -> u64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if float < LIMIT { go_int(float) as u64 } else { go_int(float - LIMIT) as u64 ^ (1 << 63) }
}

/// `swag.IsFloat64AJSONInteger`: whole, or close enough to be rounding noise, a tolerance that only works for
/// positive numbers.
pub(super) fn is_json_integer(float: f64) -> bool {
    const MAX: f64 = ((1u64 << 53) - 1) as f64;
    if !(-MAX..=MAX).contains(&float) {
        return false;
    }
    let whole = go_uint(float) as f64;
    let difference = (float - whole).abs();
    if float == whole || float == go_int(float) as f64 {
        return true;
    }
    if float == 0.0 || whole == 0.0 {
        return false;
    }
    difference / (float.abs() + whole.abs()).min(f64::MAX) < 1e-9
}
