//! Decoded values against alternatives: `allOf`, `anyOf`, `oneOf`, `not`, and what stands in
//! their branches.
//!
//! In: a closed value on the tape. Out: raised rules. Each branch is a generated function
//! over a [`Validator`]. Which branch's errors an answer shows is decided by how much of it
//! matched, so every function counts as the server counts: **a check that is left out
//! changes answers**.
// kube-openapi: pkg/validation/validate/{schema,schema_props,result}.go

mod alternatives;
mod field;
mod list;
mod object;
mod scalar;

pub use alternatives::Alternatives;
pub(crate) use alternatives::valid;
pub use field::Field;
pub use object::Members;

use alloc::vec::Vec;

use crate::decode::{Decoder, Shape};
use crate::error::{Rule, Violation, kinds, literal};
use crate::tape::{Kind, Tape};

/// A generated function that validates the value a [`Validator`] stands at.
pub type ValidateFn = fn(&mut Validator<'_>);

/// Stands at one value of the tape and takes down what it breaks.
#[derive(Debug)]
pub struct Validator<'j> {
    tape: Tape<'j>,
    at: u32,
    violations: &'j mut Vec<Violation>,
    /// How many checks matched so far, as the server counts them.
    matched: u32,
}

impl<'j> Validator<'j> {
    /// Stands at the entry `at` of a tape that is closed there.
    pub(crate) fn new(tape: Tape<'j>, at: u32, violations: &'j mut Vec<Violation>) -> Self {
        Validator { tape, at, violations, matched: 0 }
    }

    /// Opens a schema: validates the value's type, where one is asked for. `typed` says whether it
    /// is, `formatted` whether the server looks at strings for a format.
    ///
    /// Gives `false` for null, of which only type and `enum` are asked.
    pub fn open(&mut self, shape: &'static Shape, typed: bool, formatted: bool) -> bool {
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
        // The schema itself, its alternatives (twice) and its `enum` count whatever they find.
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

    /// Asks the `enum` of the value.
    pub fn check_scalar(&mut self, rule: &'static Rule) {
        if !literal::admits(rule, self.tape, self.at) {
            self.raise(rule);
        }
    }

    /// Takes down that the value breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&mut self, rule: &'static Rule) {
        self.violations.push(Violation::schema(self.at, rule));
    }

    /// Validates the value at `at`, then stands where it stood.
    fn visit(&mut self, at: u32, validate: ValidateFn) {
        let here = core::mem::replace(&mut self.at, at);
        validate(self);
        self.at = here;
    }
}

impl Decoder<'_> {
    /// Asks the alternatives of the value that was decoded from the entry `at` on.
    pub fn alternatives(&mut self, at: u32, alternatives: &'static Alternatives) {
        let texts = crate::decode::texts(self.text, self.origin, self.defaults, &self.fragments);
        let tape = Tape { entries: &self.tape, texts, strings: &self.strings };
        // A null may have been dropped: what stands there is dead.
        if !tape.entry(at).is_dead() && !alternatives.settled(kind_bit(tape, at)) {
            Validator::new(tape, at, &mut self.violations).alternatives(alternatives);
        }
    }

    /// Index that the value decoded next will have.
    #[inline(always)]
    pub fn here(&self) -> u32 {
        self.mark()
    }
}

/// The bit of a value's kind.
fn kind_bit(tape: Tape<'_>, at: u32) -> u8 {
    let entry = tape.entry(at);
    match entry.kind {
        Kind::Null => kinds::NULL,
        Kind::False | Kind::True => kinds::BOOL,
        Kind::Int => kinds::INT,
        Kind::Float => crate::decode::Number::Float(tape.float(&entry)).kind_bit(),
        Kind::String => kinds::STRING,
        Kind::Array => kinds::ARRAY,
        Kind::Object => kinds::OBJECT,
    }
}
