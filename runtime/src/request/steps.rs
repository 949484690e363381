//! The steps that only some resources have: functions of generated code and of this crate, or a plan.
//!
//! The steps that a resource has are a constant, so a step that it lacks costs one test of a constant.

use core::fmt::Debug;

use crdc_vocabulary::below;

use super::{RequestState, Validation};
use crate::decode::field_numbers::root;
use crate::places::ExtensionNode;

/// Steps that only some resources have, in the order they run (docs/semantics.md, Order of a request).
#[derive(Clone, Copy, Debug)]
pub struct Steps<'p> {
    /// `x-kubernetes-normalize`.
    pub normalize_fields: Option<ChangeFn>,
    /// Unions: clears members that a changed discriminator does not select.
    pub normalize_unions: Option<ChangeFn>,
    /// Converts numbers to their stored form, if any of the other steps is present.
    pub normalize_numbers: Option<ChangeFn>,
    /// Immutable fields, on updates.
    pub immutability: Option<CheckFn>,
    /// Union validation.
    pub unions: Option<CheckFn>,
    /// CEL rules.
    pub rules: Option<RunRules<'p>>,
    /// The rules that tests record.
    #[cfg(feature = "coverage")]
    pub covered_rules: Option<&'static crdc_cel::coverage::CoveredRules>,
}

/// A step that may change the decoded object.
pub type ChangeFn = for<'r, 'p> fn(&mut RequestState<'r, 'p>);

/// A generated step that validates the decoded object, and compares it with the old one on updates.
pub type CheckFn = for<'v, 'p> fn(&mut Validation<'v, 'p>);

/// The CEL rules of a plan.
pub trait RulesPlan: Debug + Send + Sync {
    /// Runs the rules.
    fn rules<'p>(&'p self, validation: &mut Validation<'_, 'p>);
}

/// The step that runs the CEL rules.
#[derive(Clone, Copy, Debug)]
pub enum RunRules<'p> {
    /// Generated code.
    Function(CheckFn),
    /// The rules of a plan.
    Plan(&'p dyn RulesPlan),
}

impl<'p> RunRules<'p> {
    /// Runs the rules.
    pub(crate) fn run(self, validation: &mut Validation<'_, 'p>) {
        match self {
            RunRules::Function(step) => step(validation),
            RunRules::Plan(plan) => plan.rules(validation),
        }
    }
}

impl<'p> Steps<'p> {
    /// One of the steps of extensions. `crdc_without_extensions` removes them from the runtime, to measure
    /// their cost.
    #[inline]
    pub(crate) fn extension<F>(step: Option<F>) -> Option<F> {
        if cfg!(crdc_without_extensions) { None } else { step }
    }

    /// The steps that normalize the object that is stored, in their order.
    #[inline]
    pub(crate) fn normalizing(&self) -> impl Iterator<Item = ChangeFn> + use<'p> {
        let steps = [self.normalize_fields, self.normalize_unions, self.normalize_numbers];
        steps.into_iter().filter_map(Self::extension)
    }

    /// Whether the normal form of a status may differ from it; `floats` is whether there are floats in the
    /// object.
    pub(super) fn may_normalize_status(&self, places: &ExtensionNode<'_>, floats: bool) -> bool {
        let below = places.field(root::STATUS).map_or(0, |edge| edge.below);
        below & (below::NORMALIZED | below::UNIONS) != 0
            || (floats && Self::extension(self.normalize_numbers).is_some())
    }

    /// No steps.
    pub const NONE: Steps<'p> = Steps {
        normalize_fields: None,
        normalize_unions: None,
        normalize_numbers: None,
        immutability: None,
        unions: None,
        rules: None,
        #[cfg(feature = "coverage")]
        covered_rules: None,
    };
}
