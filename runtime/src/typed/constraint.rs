//! Constraints of values: the same rules, with the same messages, as in generated decoders.
//!
//! Easy to break: the server reports only the first failing constraint of length and pattern (kube-openapi:
//! stringValidator), and all other failing constraints. Null is checked only against `enum`, and equals no
//! constant.

use super::node::Constraint;
use crate::decode::{Number, literal};
use crate::error::{Rule, kinds};
use crdc_object::tape::{Kind, Tape};

/// Calls `raise` with each rule that the value at an entry fails.
pub(super) fn each_failing(
    constraints: &'static [Constraint],
    tape: Tape<'_>,
    at: u32,
    mut raise: impl FnMut(&'static Rule<'static>),
) {
    let entry = tape.entry(at);
    let mut text_failed = false;
    for Constraint { rule, matches } in constraints {
        let of_text = matches!(rule, Rule::Pattern(_) | Rule::MaxLength(_) | Rule::MinLength(_));
        let fails = match (rule, entry.kind_in_json()) {
            (Rule::Enum(_) | Rule::Listed { .. }, _) => !literal::admits(rule, tape, at),
            (_, Kind::String) if of_text && text_failed => false,
            (_, Kind::String) => fails_text(rule, *matches, tape.string(&entry)),
            (_, Kind::Int) => fails_number(rule, Number::Int(tape.int(&entry))),
            (_, Kind::Float) => fails_number(rule, Number::Float(tape.float(&entry))),
            (_, Kind::Array | Kind::Object) => fails_count(rule, || tape.children(at).count() as i64),
            _ => false,
        };
        if fails {
            text_failed |= of_text;
            raise(rule);
        }
    }
}

fn fails_count(rule: &Rule<'_>, count: impl FnOnce() -> i64) -> bool {
    match *rule {
        Rule::MinItems(limit) | Rule::MinProperties(limit) => count() < limit,
        Rule::MaxItems(limit) | Rule::MaxProperties(limit) => count() > limit,
        _ => false,
    }
}

fn fails_text(rule: &Rule<'_>, matches: Option<fn(&[u8]) -> bool>, text: &[u8]) -> bool {
    let chars = || text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as i64;
    match *rule {
        // No string has more code points than bytes, and no code point more than four.
        Rule::MaxLength(limit) => text.len() as i64 > limit && chars() > limit,
        Rule::MinLength(limit) => (text.len() as i64) < limit.saturating_mul(4) && chars() < limit,
        _ => matches.is_some_and(|matches| !matches(text)),
    }
}

fn fails_number(rule: &Rule<'_>, number: Number) -> bool {
    match rule {
        Rule::Maximum(bound) => number.above(bound),
        Rule::Minimum(bound) => number.below(bound),
        Rule::MultipleOf { factor, native } => !number.is_multiple_of(*factor, *native),
        // An integer of Rust that is a float on a server.
        Rule::Type { types: "integer", .. } => number.kind_bit() == kinds::FLOAT,
        Rule::Range { what: "Checked", types, format } => match (*types, *format) {
            ("integer", "int32") => !number.fits_i32(),
            ("integer", _) => !number.fits_i64(),
            ("number", "float") => !number.fits_f32(),
            _ => false,
        },
        // A limit that does not fit the number type is an error for every number.
        Rule::Range { .. } => true,
        _ => false,
    }
}
