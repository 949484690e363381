//! The runtime form of a compiled schema: constants and functions.

use crate::correlate::Topology;
use crate::decode::meta::root;
use crate::extensions::ExtensionNode;
use crate::node::{CheckFn, Decode, RunRules, Validate};
use crate::request::RequestState;
use crate::resource::Scope;
use crdc_vocabulary::{Ratcheting, below};

/// One version of one resource, as generated code describes it to the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Compiled<'p> {
    /// API group.
    pub group: &'p str,
    /// Version within the group.
    pub version: &'p str,
    /// Kind.
    pub kind: &'p str,
    /// Plural name.
    pub plural: &'p str,
    /// `group/version`, as in `apiVersion`.
    pub api_version: &'p str,
    /// Whether objects are namespaced.
    pub scope: Scope,
    /// Decodes a whole object.
    #[doc(hidden)]
    pub root: Decode<'p>,
    /// Decodes `status` alone, if the schema has that property.
    #[doc(hidden)]
    pub status: Option<Decode<'p>>,
    /// Validates the whole object as it will be stored: the constraints of the root node that cannot be
    /// checked while it is decoded.
    #[doc(hidden)]
    pub whole: Option<Validate<'p>>,
    /// How values of the new and the old object are correlated.
    #[doc(hidden)]
    pub topology: &'p Topology<'p>,
    /// The same for `status` alone.
    #[doc(hidden)]
    pub status_topology: &'p Topology<'p>,
    /// Which errors of unchanged values an update may keep.
    #[doc(hidden)]
    pub ratcheting: Ratcheting,
    /// Whether the status subresource is enabled.
    #[doc(hidden)]
    pub status_subresource: bool,
    /// The scale subresource, if enabled.
    #[doc(hidden)]
    pub scale: Option<Scale<'p>>,
    /// Whether the schema has CEL rules, which some errors keep from running.
    #[doc(hidden)]
    pub has_rules: bool,
    /// Constant JSON text of all defaults.
    #[doc(hidden)]
    pub defaults: &'p [u8],
    /// The steps that only some resources have.
    #[doc(hidden)]
    pub steps: Steps<'p>,
}

/// The paths of the scale subresource.
#[derive(Clone, Copy, Debug)]
pub struct Scale<'p> {
    /// `specReplicasPath`
    pub spec_replicas: ScalePath<'p>,
    /// `statusReplicasPath`
    pub status_replicas: ScalePath<'p>,
    /// `labelSelectorPath`
    pub label_selector: Option<ScalePath<'p>>,
}

/// One path of the scale subresource.
#[derive(Clone, Copy, Debug)]
pub struct ScalePath<'p> {
    /// The path as the CRD spells it: `.spec.replicas`.
    pub path: &'p str,
    /// The keys of the path, each as written between quotes in JSON.
    pub keys: &'p [&'p str],
    /// The field numbers of the keys, up to the first that the schema does not specify.
    pub fields: &'p [u16],
}

/// A CEL rule that compiled code does not check: see [`Outcome::uncompiled_rules`](crate::Outcome::uncompiled_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UncompiledRule<'p> {
    /// The path of the first values in the schema that have the rule, such as `spec.items[]`; empty for the object
    /// itself.
    pub path: &'p str,
    /// The rule as the schema has it, trimmed.
    pub rule: &'p str,
    /// Its index in the `x-kubernetes-validations` of the value's schema.
    pub index: u32,
}

impl<'p> UncompiledRule<'p> {
    /// For generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(path: &'p str, rule: &'p str, index: u32) -> UncompiledRule<'p> {
        UncompiledRule { path, rule, index }
    }
}

/// Steps that only some resources have, in the order they run (semantics §1). An empty slot costs one test of
/// a constant.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'p> {
    /// Decodes `metadata.name`, if the schema constrains it. A create without a name validates the name that
    /// the server generates.
    pub generated_name: Option<Decode<'p>>,
    /// The paths to normalized fields, unions and immutability markers.
    pub places: &'p ExtensionNode<'p>,
    /// `x-kubernetes-normalize`.
    pub normalise_fields: Option<ChangeFn>,
    /// Unions: clears members that a changed discriminator does not select.
    pub normalise_unions: Option<ChangeFn>,
    /// Converts numbers to their stored form, if any of the other steps is present.
    pub normalize_numbers: Option<ChangeFn>,
    /// Immutable fields, on updates.
    pub immutability: Option<CheckFn>,
    /// Union validation.
    pub unions: Option<CheckFn>,
    /// CEL rules.
    pub rules: Option<RunRules<'p>>,
    /// The CEL rules that `rules` does not have, because they have no form in Rust.
    pub uncompiled_rules: &'p [UncompiledRule<'p>],
    /// The updates that may keep no errors, as on servers before ratcheting.
    pub kept: KeptErrors,
    /// The rules that tests record.
    #[cfg(feature = "coverage")]
    pub covered_rules: Option<&'static crate::cel::coverage::CoveredRules>,
}

/// Which updates may keep errors of the schema and of rules. Errors of lists may always stay, as the policy says.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptErrors {
    /// All of them, as servers since 1.33.
    #[default]
    ByAll,
    /// Those that do not change the status alone.
    ByUpdates,
    /// None, as on servers before 1.30.
    ByNone,
}

/// A step that may change the decoded object.
pub type ChangeFn = for<'r, 'p> fn(&mut RequestState<'r, 'p>);

impl<'p> Steps<'p> {
    /// One of the steps of extensions. `crdc_without_extensions` removes them from the runtime, to measure
    /// their cost.
    #[inline]
    pub(crate) fn extension<F>(step: Option<F>) -> Option<F> {
        if cfg!(crdc_without_extensions) { None } else { step }
    }

    /// The steps that bring what is stored into its normal form, in their order.
    #[inline]
    pub(crate) fn normalizing(&self) -> impl Iterator<Item = ChangeFn> + use<'p> {
        let steps = [self.normalise_fields, self.normalise_unions, self.normalize_numbers];
        steps.into_iter().filter_map(Self::extension)
    }

    /// Whether the normal form of a status may differ from it; `floats` is whether there are floats in the object.
    pub(crate) fn may_normalize_status(&self, floats: bool) -> bool {
        let below = self.places.field(root::STATUS).map_or(0, |edge| edge.below);
        below & (below::NORMALISED | below::UNIONS) != 0
            || (floats && Self::extension(self.normalize_numbers).is_some())
    }

    /// No steps.
    pub const NONE: Steps<'p> = Steps {
        generated_name: None,
        places: ExtensionNode::NONE,
        normalise_fields: None,
        normalise_unions: None,
        normalize_numbers: None,
        immutability: None,
        unions: None,
        rules: None,
        uncompiled_rules: &[],
        kept: KeptErrors::ByAll,
        #[cfg(feature = "coverage")]
        covered_rules: None,
    };
}
