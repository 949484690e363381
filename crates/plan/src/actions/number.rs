//! The checks of numbers: the range of their format, multiples, limits.
// kube-openapi: pkg/validation/validate/validator.go numberValidator

use crate::{Node, Type};
use crdc_schema::constants::holds;

/// The checks of a number, in this order.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// `integer`, `number` or empty.
    pub kind: &'static str,
    /// The format, or empty.
    pub format: String,
    /// The format that every number must fit.
    pub fits: Option<Fits>,
    /// The names of constraints that do not fit the type of the schema. Each is an error for every number.
    pub misfits: Vec<&'static str>,
    /// The factor, and whether integers are divided by its integer part.
    pub multiple_of: Option<(f64, bool)>,
    /// `maximum`
    pub max: Option<Bound>,
    /// `minimum`
    pub min: Option<Bound>,
}

/// A limit.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The limit.
    pub limit: f64,
    /// Whether the limit itself is excluded.
    pub exclusive: bool,
    /// Whether integers are compared with its integer part.
    pub native: bool,
}

/// The range of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fits {
    /// `int32`
    I32,
    /// Other integers.
    I64,
    /// `float`
    F32,
}

impl Numbers {
    /// The checks of a node.
    pub fn of(node: &Node) -> Numbers {
        let kind = match node.types.as_slice() {
            [Type::Integer] => "integer",
            [Type::Number] => "number",
            _ => "",
        };
        let format = node.format.as_deref().filter(|_| !kind.is_empty()).unwrap_or_default();
        let fits = match (kind, format) {
            ("integer", "int32") => Some(Fits::I32),
            ("integer", _) => Some(Fits::I64),
            ("number", "float") => Some(Fits::F32),
            _ => None,
        };
        // A constraint that does not fit the type is an error for every number. It is also compared, as a
        // float.
        let mut misfits = Vec::new();
        let mut native = |what, value| {
            let fits = holds(kind, format, value);
            if !fits {
                misfits.push(what);
            }
            fits
        };
        let multiple_of = node.number.multiple_of.map(|factor| (factor, native("MultipleOf", factor)));
        let max = node.number.max.map(|(limit, exclusive)| Bound {
            limit,
            exclusive,
            native: native("Maximum boundary", limit),
        });
        let min = node.number.min.map(|(limit, exclusive)| Bound {
            limit,
            exclusive,
            native: native("Minimum boundary", limit),
        });
        Numbers { kind, format: format.to_owned(), fits, misfits, multiple_of, max, min }
    }

    /// Whether every number passes.
    pub fn is_empty(&self) -> bool {
        self.fits.is_none()
            && self.misfits.is_empty()
            && self.multiple_of.is_none()
            && self.max.is_none()
            && self.min.is_none()
    }
}
