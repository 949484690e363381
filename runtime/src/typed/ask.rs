//! What a value is asked by keywords: the same questions, with the same words, that generated decoders ask.
//!
//! Easy to break: of length and pattern the server names the first that fails (kube-openapi: stringValidator), of everything
//! else all that fail; null is asked for its `enum` alone, and equals no constant.

use alloc::string::String;

use super::scalar::looked;
use super::{Judge, Scalar, json};
use crate::decode::Number;
use crate::error::literal::{self, Plain};
use crate::error::{ErrorSource, Rule};
use crate::tape::Tape;

/// A question to a value. Questions come in this order: `Range`, `MultipleOf`, `Maximum`, `Minimum`; `MaxLength`, `MinLength`,
/// `Pattern`, `Format`; `MinItems`, `MaxItems`; `MinProperties`, `MaxProperties`; `Enum`. At most 64.
#[derive(Clone, Copy, Debug)]
pub enum Ask {
    /// Whatever needs nothing but the value.
    Rule(Rule),
    /// `pattern`, and the function that was made of it.
    Pattern(&'static str, fn(&[u8]) -> bool),
    /// `format`, and its function.
    Format(&'static str, fn(&[u8]) -> bool),
}

/// A bit for each question that a value fails. `count` is the number of its items or properties.
pub(super) fn failing(asks: &[Ask], scalar: Scalar<'_>, count: usize) -> u64 {
    if let Scalar::Written(value) = scalar {
        return looked(value, |text| failing(asks, Scalar::Text(text), 0));
    }
    let mut failed = 0;
    let mut text_failed = false;
    for (index, ask) in asks.iter().take(64).enumerate() {
        let fails = match scalar {
            Scalar::Text(text) => {
                let fails = (!text_failed || !ask.is_of_text()) && fails_text(ask, text);
                text_failed |= fails && ask.is_of_text();
                fails
            }
            Scalar::Int(value) => fails_number(ask, Number::Int(value)),
            Scalar::Float(value) => fails_number(ask, Number::Float(value)),
            Scalar::Bool(value) => fails_enum(ask, Plain::Bool(value)),
            Scalar::Null => matches!(ask, Ask::Rule(Rule::Enum(_) | Rule::Listed { .. })),
            Scalar::Other => fails_count(ask, i64::try_from(count).unwrap_or(i64::MAX)),
            Scalar::Absent | Scalar::Written(_) => false,
        };
        failed |= u64::from(fails) << index;
    }
    failed
}

impl Ask {
    /// Whether it is one of those of which only the first is told.
    fn is_of_text(&self) -> bool {
        matches!(self, Ask::Pattern(..) | Ask::Rule(Rule::MaxLength(_) | Rule::MinLength(_)))
    }
}

fn fails_text(ask: &Ask, text: &str) -> bool {
    let bytes = text.as_bytes();
    let chars = || bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as i64;
    match *ask {
        // No string has more code points than bytes, and no code point more than four.
        Ask::Rule(Rule::MaxLength(limit)) => bytes.len() as i64 > limit && chars() > limit,
        Ask::Rule(Rule::MinLength(limit)) => {
            (bytes.len() as i64) < limit.saturating_mul(4) && chars() < limit
        }
        Ask::Pattern(_, matches) | Ask::Format(_, matches) => !matches(bytes),
        _ => fails_enum(ask, Plain::Text(bytes)),
    }
}

fn fails_number(ask: &Ask, number: Number) -> bool {
    match ask {
        Ask::Rule(Rule::Maximum(bound)) => number.above(bound),
        Ask::Rule(Rule::Minimum(bound)) => number.below(bound),
        Ask::Rule(Rule::MultipleOf { factor, native }) => !number.is_multiple_of(*factor, *native),
        Ask::Rule(Rule::Range { what: "Checked", types, format }) => match (*types, *format) {
            ("integer", "int32") => !number.fits_i32(),
            ("integer", _) => !number.fits_i64(),
            ("number", "float") => !number.fits_f32(),
            _ => false,
        },
        // A limit that its own type cannot hold is an error of every number.
        Ask::Rule(Rule::Range { .. }) => true,
        _ => match number {
            Number::Int(value) => fails_enum(ask, Plain::Int(value)),
            Number::Float(value) => fails_enum(ask, Plain::Float(value)),
        },
    }
}

fn fails_enum(ask: &Ask, value: Plain<'_>) -> bool {
    matches!(ask, Ask::Rule(rule) if !literal::admits_scalar(rule, value))
}

fn fails_count(ask: &Ask, count: i64) -> bool {
    match *ask {
        Ask::Rule(Rule::MinItems(limit) | Rule::MinProperties(limit)) => count < limit,
        Ask::Rule(Rule::MaxItems(limit) | Rule::MaxProperties(limit)) => count > limit,
        // What is written tells.
        Ask::Rule(Rule::Enum(_) | Rule::Listed { .. }) => true,
        _ => false,
    }
}

impl Judge<'_> {
    /// Takes down the questions whose bits are set.
    #[cold]
    pub(super) fn raise_asked(&mut self, asks: &'static [Ask], failed: u64, json: &dyn Fn(&mut String)) {
        let mut text = String::new();
        json(&mut text);
        self.raise_all(asks, failed, &text);
    }

    fn raise_all(&mut self, asks: &'static [Ask], failed: u64, text: &str) {
        for (_, ask) in asks.iter().enumerate().filter(|(index, _)| failed >> index & 1 == 1) {
            let is_container = |tape: Tape<'_>| tape.entry(0).is_container();
            let rule = match *ask {
                Ask::Rule(rule @ (Rule::Enum(_) | Rule::Listed { .. }))
                    if json::decoded(text, |tape| is_container(tape) && literal::admits(&rule, tape, 0)) =>
                {
                    continue;
                }
                Ask::Rule(rule) => rule,
                Ask::Pattern(pattern, _) => Rule::Pattern(pattern),
                Ask::Format(format, _) => Rule::Format(format),
            };
            self.raise(&rule, ErrorSource::Schema, &|out| out.push_str(text));
        }
    }
}
