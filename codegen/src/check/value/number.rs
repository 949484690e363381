//! Limits of numbers, in the server's arithmetic: whole numbers where value and limit are
//! whole, floating point otherwise.
//
// kube-openapi: pkg/validation/validate/values.go, validator.go (numberValidator)

use super::go::go_float;
use super::{Validation, Wrong};
use crate::source::Value;

impl Validation<'_> {
    pub(super) fn number(&mut self) {
        let schema = self.schema;
        let integer = schema.type_name() == "integer";
        #[allow(clippy::cast_precision_loss)]
        let value = match self.node.value {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
            _ => return,
        };
        self.range(value, integer, "Checked");
        if let Some(factor) = &schema.multiple_of {
            let good = self.range(factor.value, integer, "MultipleOf");
            let multiple = match (&self.node.value, good && factor.value.abs() >= 1.0) {
                #[allow(clippy::cast_possible_truncation)]
                (Value::Int(value), true) if factor.value > 0.0 => value % (factor.value as i64).max(1) == 0,
                _ => {
                    (if factor.value < 1.0 { value * (1.0 / factor.value) } else { value / factor.value })
                        .fract()
                        == 0.0
                }
            };
            if factor.value <= 0.0 {
                let detail = format!(
                    "factor MultipleOf declared for {} must be positive: {}",
                    self.path,
                    go_float(factor.value)
                );
                self.add(
                    format!("Invalid value: {}", go_float(factor.value)),
                    detail,
                    "`multipleOf` must be positive",
                );
            } else if !multiple {
                let factor = go_float(factor.value);
                self.invalid(
                    &format!("should be a multiple of {factor}"),
                    format!("it must be a multiple of {factor}"),
                );
            }
        }
        if let Some(maximum) = &schema.maximum {
            self.range(maximum.value, integer, "Maximum boundary");
            let exclusive = schema.exclusive_maximum.as_ref().is_some_and(|at| at.value);
            if value > maximum.value || (exclusive && value >= maximum.value) {
                let words = if exclusive { "less than" } else { "less than or equal to" };
                let limit = go_float(maximum.value);
                self.invalid(&format!("should be {words} {limit}"), format!("it must be {words} {limit}"));
            }
        }
        if let Some(minimum) = &schema.minimum {
            self.range(minimum.value, integer, "Minimum boundary");
            let exclusive = schema.exclusive_minimum.as_ref().is_some_and(|at| at.value);
            if value < minimum.value || (exclusive && value <= minimum.value) {
                let words = if exclusive { "greater than" } else { "greater than or equal to" };
                let limit = go_float(minimum.value);
                self.invalid(&format!("should be {words} {limit}"), format!("it must be {words} {limit}"));
            }
        }
    }

    /// Whether a value or a limit fits the type itself.
    fn range(&mut self, value: f64, integer: bool, prefix: &str) -> bool {
        let format = self.schema.format.as_ref().map_or("", |format| &format.value);
        let limit = match format {
            "int32" => f64::from(i32::MAX),
            _ => 9_223_372_036_854_775_807.0,
        };
        if !integer || (value.fract() == 0.0 && -limit - 1.0 <= value && value <= limit) {
            return true;
        }
        let of = match format {
            "int32" | "int64" => format!("with format {format}"),
            _ => "(default format)".to_owned(),
        };
        let detail = format!("{prefix} value must be of type integer {of} in {}", self.path);
        let (span, message) = (self.node.span, format!("{} is no integer {of}", go_float(value)));
        self.wrong.list.push(Wrong {
            path: String::new(),
            span,
            message,
            what: "Invalid value: \"\"".to_owned(),
            detail,
        });
        false
    }
}
