//! Keywords that validate values. `markers/` reads them, `rules/` checks that they fit the type.

use crdc_source::json::Json;
use proc_macro2::{Span, TokenStream};

/// Keywords that validate values, as declared by markers.
#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// `minLength`, in code points.
    pub min_length: Option<i64>,
    /// `maxLength`, in code points.
    pub max_length: Option<i64>,
    /// `pattern`, a valid RE2 expression.
    pub pattern: Option<(String, Span)>,
    /// `format`
    pub format: Option<String>,
    /// `minimum`, and whether it is exclusive.
    pub minimum: Option<(f64, bool)>,
    /// `maximum`, and whether it is exclusive.
    pub maximum: Option<(f64, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<f64>,
    /// `enum`; empty if there is none.
    pub values: Vec<Json>,
    /// `minItems`
    pub min_items: Option<i64>,
    /// `maxItems`
    pub max_items: Option<i64>,
    /// The number of items of an array, which is the default of both limits.
    pub array: Option<i64>,
    /// `minProperties`
    pub min_properties: Option<i64>,
    /// `maxProperties`
    pub max_properties: Option<i64>,
    /// Limits that are constants of the user's code, each at most once.
    pub constants: Vec<Constant>,
    /// `+mapType=atomic` on a field of another type; affects only the schema.
    pub atomic: bool,
}

impl Constraints {
    /// Whether there is a constraint that does not follow from the type.
    #[must_use]
    pub fn any(&self) -> bool {
        let Constraints {
            min_length,
            max_length,
            pattern,
            format,
            minimum,
            maximum,
            multiple_of,
            values,
            min_items,
            max_items,
            array,
            min_properties,
            max_properties,
            constants,
            // The keyword affects only the schema.
            atomic: _,
        } = self;
        let counts = [min_length, max_length, min_properties, max_properties];
        counts.iter().any(|count| count.is_some())
            || (min_items, max_items) != (array, array)
            || [minimum, maximum].iter().any(|limit| limit.is_some())
            || multiple_of.is_some()
            || pattern.is_some()
            || format.is_some()
            || !values.is_empty()
            || !constants.is_empty()
    }
}

/// A limit whose value only the compiler can compute: `#[schemars(range(max = MAX))]`.
#[derive(Debug, Clone)]
pub struct Constant {
    /// The limit.
    pub limit: Limit,
    /// The expression.
    pub expression: TokenStream,
    /// The span of the expression.
    pub span: Span,
    /// Whether the limit itself is excluded.
    pub exclusive: bool,
}

impl PartialEq for Constant {
    fn eq(&self, other: &Constant) -> bool {
        self.limit == other.limit && self.expression.to_string() == other.expression.to_string()
    }
}

/// A keyword that limits a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// `minLength`
    MinLength,
    /// `maxLength`
    MaxLength,
    /// `minItems`
    MinItems,
    /// `maxItems`
    MaxItems,
    /// `minimum`
    Minimum,
    /// `maximum`
    Maximum,
}

impl Limit {
    /// The keyword.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Limit::MinLength => "minLength",
            Limit::MaxLength => "maxLength",
            Limit::MinItems => "minItems",
            Limit::MaxItems => "maxItems",
            Limit::Minimum => "minimum",
            Limit::Maximum => "maximum",
        }
    }
}

impl Constraints {
    /// Whether there are no constraints.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Constraints {
            min_length,
            max_length,
            pattern,
            format,
            minimum,
            maximum,
            multiple_of,
            values,
            ..
        } = self;
        let Constraints { min_items, max_items, min_properties, max_properties, .. } = self;
        let counts = [min_length, max_length, min_items, max_items, min_properties, max_properties];
        let texts = pattern.is_none() && format.is_none() && values.is_empty();
        texts
            && self.constants.is_empty()
            && minimum.is_none()
            && maximum.is_none()
            && multiple_of.is_none()
            && counts.iter().all(|c| c.is_none())
    }
}
