//! Validates limits of numbers. All checks run. An integer is compared with the limit truncated to an
//! integer, as on an amd64 server. A limit that does not fit the type is a separate error without a field.
//
// kube-openapi: pkg/validation/validate/{validator,values}.go; go-openapi/swag: convert.go

use super::Validation;
use super::integers::{go_int, is_json_integer};
use crdc_source::Value;
use crdc_source::diag::BadValue;
use crdc_vocabulary::go::value_float;
use crdc_vocabulary::messages;
use std::cmp::Ordering;

impl Validation<'_> {
    pub(super) fn number(&mut self) {
        let schema = self.schema;
        let shown = match self.node.value {
            Value::Int(value) => value.to_string(),
            Value::Float(value) => plain(value),
            _ => return,
        };
        self.range("Checked", &shown);
        if let Some(factor) = &schema.multiple_of {
            let fits = self.range("MultipleOf", &plain(factor.value));
            self.multiple_of(factor.value, fits);
        }
        if let Some(maximum) = &schema.maximum {
            let exclusive = schema.exclusive_maximum.as_ref().is_some_and(|at| at.value);
            let over = |order: Ordering| order.is_gt() || (exclusive && order.is_eq());
            let fits = self.range("Maximum boundary", &plain(maximum.value));
            self.limit(maximum.value, fits, |limit| messages::at_most(limit, exclusive), over);
        }
        if let Some(minimum) = &schema.minimum {
            let exclusive = schema.exclusive_minimum.as_ref().is_some_and(|at| at.value);
            let under = |order: Ordering| order.is_lt() || (exclusive && order.is_eq());
            let fits = self.range("Minimum boundary", &plain(minimum.value));
            self.limit(minimum.value, fits, |limit| messages::at_least(limit, exclusive), under);
        }
        self.out.matches += 1;
    }

    #[allow(clippy::cast_precision_loss)]
    fn as_float(&self) -> f64 {
        match self.node.value {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
            _ => 0.0,
        }
    }

    /// Checks that a value or a limit fits the type.
    fn range(&mut self, prefix: &str, text: &str) -> bool {
        let format = self.schema.format.as_ref().map_or("", |format| &format.value);
        let (of, format, fits) = match (self.schema.type_name(), format) {
            ("integer", "int32") => ("integer", "int32", text.parse::<i32>().is_ok()),
            ("integer", "int64") => ("integer", "int64", text.parse::<i64>().is_ok()),
            ("integer", _) => ("integer", "", text.parse::<i64>().is_ok()),
            ("number", "float") => ("number", "float", text.parse::<f32>().is_ok_and(f32::is_finite)),
            _ => return true,
        };
        if !fits {
            let message = format!("{text} is not a valid {of} {}", messages::with_format(format));
            self.nowhere(messages::out_of_range(prefix, of, format) + self.path, &message);
        }
        fits
    }

    fn limit(
        &mut self,
        bound: f64,
        fits: bool,
        words: impl Fn(&str) -> String,
        fails: impl Fn(Ordering) -> bool,
    ) {
        let (order, shown) = match self.node.value {
            Value::Int(value) if fits => (value.cmp(&go_int(bound)), go_int(bound).to_string()),
            _ => (self.as_float().partial_cmp(&bound).unwrap_or(Ordering::Equal), value_float(bound)),
        };
        if fails(order) {
            let limit = words(&shown);
            self.invalid(&format!("should be {limit}"), format!("it must be {limit}"));
        }
    }

    fn multiple_of(&mut self, factor: f64, fits: bool) {
        let (positive, multiple, shown, bad) = match self.node.value {
            Value::Int(value) if fits => {
                let factor = go_int(factor);
                (factor > 0, factor > 0 && value % factor == 0, factor.to_string(), BadValue::from(factor))
            }
            _ => {
                let value = self.as_float();
                let times = if factor < 1.0 { 1.0 / factor * value } else { value / factor };
                (factor > 0.0, is_json_integer(times), value_float(factor), BadValue::Float(factor))
            }
        };
        if !positive {
            let detail = format!("factor MultipleOf declared for {} must be positive: {shown}", self.path);
            let message = if factor > 0.0 {
                // If the value is an integer, the server truncates the factor to an integer.
                format!("an integer cannot be checked against `multipleOf: {}`", value_float(factor))
            } else {
                "`multipleOf` must be greater than 0".to_owned()
            };
            self.bad(bad, detail, message);
        } else if !multiple {
            let message = format!("it must be a multiple of {shown}");
            self.invalid(&messages::multiple_of(&shown), message);
        }
    }
}

/// Formats a number without an exponent, as the server does before it parses it as another type.
fn plain(value: f64) -> String {
    format!("{value}")
}
