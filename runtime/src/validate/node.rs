//! The validator of a decoded value: a function of generated code, or a node of a plan that is not compiled.
//! See `decode/node.rs`.

use core::fmt::Debug;

use super::Validator;

/// A generated function that validates one decoded value.
pub type ValidateFn = for<'j, 'p> fn(&mut Validator<'j, 'p>);

/// A plan that validates without being compiled. Its nodes have numbers.
pub trait ValidatePlan: Debug + Send + Sync {
    /// Validates a decoded value by a node.
    fn validate<'p>(&'p self, node: u32, validator: &mut Validator<'_, 'p>);

    /// Validates the whole object as it will be stored, without the constraints on its members.
    fn whole<'p>(&'p self, validator: &mut Validator<'_, 'p>);
}

/// The validator of a decoded value.
#[derive(Clone, Copy, Debug)]
pub enum Validate<'p> {
    /// Generated code.
    Function(ValidateFn),
    /// A node of a plan.
    Node(&'p dyn ValidatePlan, u32),
    /// The whole object of a plan.
    Whole(&'p dyn ValidatePlan),
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
