//! What the runtime calls for a node of a schema: a function of generated code, or a node of a plan that is not compiled.
//!
//! In: a constant of a resource. Out: the call. Generated functions call each other; only calls out of constants are
//! made here. Easy to break: a handle is a reference that is only read, so constants with handles may be taken for
//! constants of a shorter life, as the buffers of a request need it (`recycle.rs`).

use core::fmt::Debug;

use crate::decode::{DecodeResult, Decoder, Member};
use crate::request::Validation;
use crate::validate::Validator;

/// A plan that is run without compiling it. Its nodes have numbers.
pub trait Plan: Debug + Send + Sync {
    /// Decodes a value by a node.
    ///
    /// # Errors
    /// Those of the decoder.
    fn decode<'p>(&'p self, node: u32, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult;

    /// Validates a decoded value by a node.
    fn validate<'p>(&'p self, node: u32, validator: &mut Validator<'_, 'p>);

    /// Validates the whole object as it will be stored, without the constraints on its members.
    fn whole<'p>(&'p self, validator: &mut Validator<'_, 'p>);

    /// Runs the CEL rules.
    fn rules<'p>(&'p self, validation: &mut Validation<'_, 'p>);
}

/// A generated function that decodes one node of the schema.
pub type DecodeFn = for<'t, 'p> fn(&mut Decoder<'t, 'p>, Member) -> DecodeResult;

/// A generated function that validates one decoded value.
pub type ValidateFn = for<'j, 'p> fn(&mut Validator<'j, 'p>);

/// A generated step that validates the decoded object, and compares it with the old one on updates.
pub type CheckFn = for<'v, 'p> fn(&mut Validation<'v, 'p>);

/// What decodes a node.
#[derive(Clone, Copy, Debug)]
pub enum Decode<'p> {
    /// Generated code.
    Function(DecodeFn),
    /// A node of a plan.
    Node(&'p dyn Plan, u32),
}

impl<'p> Decode<'p> {
    /// Decodes a value.
    ///
    /// # Errors
    /// Those of the decoder.
    #[inline]
    pub fn run(self, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult {
        match self {
            Decode::Function(decode) => decode(decoder, member),
            Decode::Node(plan, node) => plan.decode(node, decoder, member),
        }
    }
}

/// What validates a decoded value.
#[derive(Clone, Copy, Debug)]
pub enum Validate<'p> {
    /// Generated code.
    Function(ValidateFn),
    /// A node of a plan.
    Node(&'p dyn Plan, u32),
    /// The whole object of a plan.
    Whole(&'p dyn Plan),
}

impl<'p> Validate<'p> {
    /// Validates the current value.
    #[inline]
    pub(crate) fn run(self, validator: &mut Validator<'_, 'p>) {
        match self {
            Validate::Function(validate) => validate(validator),
            Validate::Node(plan, node) => plan.validate(node, validator),
            Validate::Whole(plan) => plan.whole(validator),
        }
    }
}

/// The step that runs the CEL rules.
#[derive(Clone, Copy, Debug)]
pub enum RunRules<'p> {
    /// Generated code.
    Function(CheckFn),
    /// Those of a plan.
    Plan(&'p dyn Plan),
}

impl<'p> RunRules<'p> {
    /// Runs them.
    pub(crate) fn run(self, validation: &mut Validation<'_, 'p>) {
        match self {
            RunRules::Function(step) => step(validation),
            RunRules::Plan(plan) => plan.rules(validation),
        }
    }
}
