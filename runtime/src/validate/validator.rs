//! Validates one value of the tape: the state that the checks share.

use alloc::vec::Vec;

use crate::decode::{Shape, literal};
use crate::error::{Rule, Violation, kinds};
use crdc_object::tape::{Kind, Tape};

/// Validates one value of the tape and records its violations.
#[derive(Debug)]
pub struct Validator<'j, 'p> {
    pub(super) tape: Tape<'j>,
    pub(super) at: u32,
    pub(super) violations: &'j mut Vec<Violation<'p>>,
    /// The number of checks that matched so far, as the server counts them.
    pub(super) matched: u32,
}

impl<'j, 'p> Validator<'j, 'p> {
    /// Creates a validator of the value at `at`, which must be closed.
    pub(crate) fn new(tape: Tape<'j>, at: u32, violations: &'j mut Vec<Violation<'p>>) -> Self {
        Validator { tape, at, violations, matched: 0 }
    }

    /// Starts a schema: validates the value's type, if `typed`. `formatted` is whether the server checks the
    /// format of strings.
    ///
    /// Returns `false` for null, which is validated only against type and `enum`.
    pub fn open(&mut self, shape: &'p Shape<'p>, typed: bool, formatted: bool) -> bool {
        let entry = self.tape.entry(self.at);
        let bit = kind_bit(self.tape, self.at);
        if entry.kind == Kind::Null {
            if shape.nullable || shape.accepts & kinds::NULL != 0 {
                self.matched += 1;
            } else {
                self.raise(&shape.rule);
            }
            if let Some(values) = shape.values {
                // kube-openapi: validator.go: null equals no constant, not even null.
                self.raise(values);
            }
            return false;
        }
        // The schema, its alternatives (twice) and its `enum` always count as matched.
        self.matched += 4;
        self.matched += match entry.kind {
            Kind::String => 1 + u32::from(formatted),
            Kind::Int | Kind::Float | Kind::Array => 2,
            Kind::Object => 1,
            Kind::Null | Kind::False | Kind::True => 0,
        };
        if typed {
            self.matched += 1;
            if shape.accepts & bit == 0 {
                self.raise(&shape.rule);
            } else {
                self.matched += 1;
            }
        }
        true
    }

    /// Validates the value against an `enum`.
    pub fn check_scalar(&mut self, rule: &'p Rule<'p>) {
        if !literal::admits(rule, self.tape, self.at) {
            self.raise(rule);
        }
    }

    /// Records that the value breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&mut self, rule: &'p Rule<'p>) {
        self.violations.push(Violation::schema(self.at, rule));
    }

    /// Validates the value at `at`, then returns to the current value.
    pub(super) fn visit(&mut self, at: u32, validate: impl FnOnce(&mut Self)) {
        let here = core::mem::replace(&mut self.at, at);
        validate(self);
        self.at = here;
    }
}

/// The bit of a value's kind.
pub(super) fn kind_bit(tape: Tape<'_>, at: u32) -> u8 {
    let entry = tape.entry(at);
    bit(entry.kind).unwrap_or_else(|| crate::decode::Number::Float(tape.float(&entry)).kind_bit())
}

/// The bit of a kind, unless it depends on the value.
#[inline(always)]
pub(super) fn bit(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Null => kinds::NULL,
        Kind::False | Kind::True => kinds::BOOL,
        Kind::Int => kinds::INT,
        Kind::Float => return None,
        Kind::String => kinds::STRING,
        Kind::Array => kinds::ARRAY,
        Kind::Object => kinds::OBJECT,
    })
}
