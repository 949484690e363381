//! Constraints of values: the same checks, with the same messages, as in generated decoders.
//!
//! Easy to break: the server reports only the first failing constraint of length and pattern (kube-openapi:
//! stringValidator), and all other failing constraints. Null is checked only against `enum`, and equals no
//! constant.

use alloc::string::String;

use super::json;
use super::scalar::{Scalar, looked};
use super::validator::Validator;
use crate::decode::Number;
use crate::decode::literal::{self, Plain};
use crate::error::{ErrorSource, Rule};
use crdc_object::tape::Tape;

/// A constraint of a value. Constraints have this order: `Range`, `MultipleOf`, `Maximum`, `Minimum`;
/// `MaxLength`, `MinLength`, `Pattern`, `Format`; `MinItems`, `MaxItems`; `MinProperties`, `MaxProperties`;
/// `Enum`. At most 64.
#[derive(Clone, Copy, Debug)]
pub enum Constraint {
    /// A rule that needs only the value.
    Rule(Rule<'static>),
    /// `pattern`, and its compiled matcher.
    Pattern(&'static str, fn(&[u8]) -> bool),
    /// `format`, and its function.
    Format(&'static str, fn(&[u8]) -> bool),
}

/// A bit for each constraint that a value fails. `count` is the number of its items or properties.
pub(super) fn failing(constraints: &[Constraint], scalar: Scalar<'_>, count: usize) -> u64 {
    if let Scalar::Written(value) = scalar {
        return looked(value, |text| failing(constraints, Scalar::Text(text), 0));
    }
    let mut failed = 0;
    let mut text_failed = false;
    for (index, constraint) in constraints.iter().take(64).enumerate() {
        let fails = match scalar {
            Scalar::Text(text) => {
                let fails = (!text_failed || !constraint.is_of_text()) && fails_text(constraint, text);
                text_failed |= fails && constraint.is_of_text();
                fails
            }
            Scalar::Int(value) => fails_number(constraint, Number::Int(value)),
            Scalar::Float(value) => fails_number(constraint, Number::Float(value)),
            Scalar::Bool(value) => fails_enum(constraint, Plain::Bool(value)),
            Scalar::Null => matches!(constraint, Constraint::Rule(Rule::Enum(_) | Rule::Listed { .. })),
            Scalar::Other => fails_count(constraint, i64::try_from(count).unwrap_or(i64::MAX)),
            Scalar::Absent | Scalar::Written(_) => false,
        };
        failed |= u64::from(fails) << index;
    }
    failed
}

impl Constraint {
    /// Whether it is one of those of which only the first failing one is reported.
    fn is_of_text(&self) -> bool {
        matches!(self, Constraint::Pattern(..) | Constraint::Rule(Rule::MaxLength(_) | Rule::MinLength(_)))
    }
}

fn fails_text(constraint: &Constraint, text: &str) -> bool {
    let bytes = text.as_bytes();
    let chars = || bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as i64;
    match *constraint {
        // No string has more code points than bytes, and no code point more than four.
        Constraint::Rule(Rule::MaxLength(limit)) => bytes.len() as i64 > limit && chars() > limit,
        Constraint::Rule(Rule::MinLength(limit)) => {
            (bytes.len() as i64) < limit.saturating_mul(4) && chars() < limit
        }
        Constraint::Pattern(_, matches) | Constraint::Format(_, matches) => !matches(bytes),
        _ => fails_enum(constraint, Plain::Text(bytes)),
    }
}

fn fails_number(constraint: &Constraint, number: Number) -> bool {
    match constraint {
        Constraint::Rule(Rule::Maximum(bound)) => number.above(bound),
        Constraint::Rule(Rule::Minimum(bound)) => number.below(bound),
        Constraint::Rule(Rule::MultipleOf { factor, native }) => !number.is_multiple_of(*factor, *native),
        Constraint::Rule(Rule::Range { what: "Checked", types, format }) => match (*types, *format) {
            ("integer", "int32") => !number.fits_i32(),
            ("integer", _) => !number.fits_i64(),
            ("number", "float") => !number.fits_f32(),
            _ => false,
        },
        // A limit that does not fit the number type is an error for every number.
        Constraint::Rule(Rule::Range { .. }) => true,
        _ => match number {
            Number::Int(value) => fails_enum(constraint, Plain::Int(value)),
            Number::Float(value) => fails_enum(constraint, Plain::Float(value)),
        },
    }
}

fn fails_enum(constraint: &Constraint, value: Plain<'_>) -> bool {
    matches!(constraint, Constraint::Rule(rule) if !literal::admits_scalar(rule, value))
}

fn fails_count(constraint: &Constraint, count: i64) -> bool {
    match *constraint {
        Constraint::Rule(Rule::MinItems(limit) | Rule::MinProperties(limit)) => count < limit,
        Constraint::Rule(Rule::MaxItems(limit) | Rule::MaxProperties(limit)) => count > limit,
        // Decided later, on the serialized value.
        Constraint::Rule(Rule::Enum(_) | Rule::Listed { .. }) => true,
        _ => false,
    }
}

impl Validator<'_> {
    /// Reports the constraints whose bits are set.
    #[cold]
    pub(super) fn raise_constraints(
        &mut self,
        constraints: &'static [Constraint],
        failed: u64,
        json: &dyn Fn(&mut String),
    ) {
        let mut text = String::new();
        json(&mut text);
        self.raise_all(constraints, failed, &text);
    }

    fn raise_all(&mut self, constraints: &'static [Constraint], failed: u64, text: &str) {
        for (_, constraint) in constraints.iter().enumerate().filter(|(index, _)| failed >> index & 1 == 1) {
            let is_container = |tape: Tape<'_>| tape.entry(0).is_container();
            let rule = match *constraint {
                Constraint::Rule(rule @ (Rule::Enum(_) | Rule::Listed { .. }))
                    if json::decoded(text, |tape| is_container(tape) && literal::admits(&rule, tape, 0)) =>
                {
                    continue;
                }
                Constraint::Rule(rule) => rule,
                Constraint::Pattern(pattern, _) => Rule::Pattern(pattern),
                Constraint::Format(format, _) => Rule::Format(format),
            };
            self.raise(&rule, ErrorSource::Schema, &|out| out.push_str(text));
        }
    }
}
