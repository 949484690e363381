//! What the compiler leaves of a schema: constants and the functions to call.

use crate::correlate::Topology;
use crate::decode::Decode;
use crate::extensions::ExtensionNode;
use crate::resource::Scope;
use crate::validate::ValidateFn;
use crdc_vocabulary::Ratcheting;

/// One version of one resource as generated code describes it to the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Compiled {
    /// API group.
    pub group: &'static str,
    /// Version within the group.
    pub version: &'static str,
    /// Kind.
    pub kind: &'static str,
    /// Plural name.
    pub plural: &'static str,
    /// `group/version`, as objects name it.
    pub api_version: &'static str,
    /// Where objects live.
    pub scope: Scope,
    /// Decodes a whole object.
    pub root: Decode,
    /// Decodes `status` alone: the schema of that property, if there is one.
    pub status: Option<Decode>,
    /// Validates the whole object as it will be stored: what its own node asks that could not be
    /// asked while it was decoded.
    pub whole: Option<ValidateFn>,
    /// How the values of two objects are counterparts of each other.
    pub topology: &'static Topology,
    /// The same for `status` alone.
    pub status_topology: &'static Topology,
    /// Which old faults an update may keep.
    pub ratcheting: Ratcheting,
    /// Whether the status subresource is on.
    pub status_subresource: bool,
    /// The scale subresource, where it is on.
    pub scale: Option<Scale>,
    /// Whether the schema has CEL rules, so that errors may keep them from running.
    pub has_rules: bool,
    /// Constant text of all defaults.
    pub defaults: &'static [u8],
    /// What runs between the steps every resource has.
    pub steps: Steps,
}

/// The paths of the scale subresource.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// `specReplicasPath`
    pub spec_replicas: ScalePath,
    /// `statusReplicasPath`
    pub status_replicas: ScalePath,
    /// `labelSelectorPath`
    pub label_selector: Option<ScalePath>,
}

/// One path of the scale subresource.
#[derive(Clone, Copy, Debug)]
pub struct ScalePath {
    /// As the definition spells it: `.spec.replicas`.
    pub path: &'static str,
    /// The keys on the way, each as it stands between its quotes in JSON.
    pub keys: &'static [&'static str],
    /// Their numbers among the fields of the objects on the way, as far as the schema names them.
    pub fields: &'static [u16],
}

/// Steps that only some resources have, in the order they run (semantics §1). An empty
/// slot costs one test of a constant.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Decodes `metadata.name`, where the schema constrains it: a create that names no object asks it of the name
    /// that the server generates.
    pub generated_name: Option<Decode>,
    /// Where something is normalised, a union, or marked.
    pub places: &'static ExtensionNode,
    /// `x-kubernetes-normalize`.
    pub normalise_fields: Option<StepFn>,
    /// Unions: clears members that a changed discriminator does not select.
    pub normalise_unions: Option<StepFn>,
    /// Numbers become what they are once stored, where any of these steps is there.
    pub normalize_numbers: Option<StepFn>,
    /// Immutable fields; on updates.
    pub immutability: Option<StepFn>,
    /// Union validation.
    pub unions: Option<StepFn>,
    /// CEL rules.
    pub rules: Option<StepFn>,
}

/// A step over the decoded object, and over the old one on updates.
pub type StepFn = fn(&mut crate::request::Objects<'_>);

impl Steps {
    /// One of the steps of extensions. Whoever counts what these cost may leave them out of the runtime.
    #[inline]
    pub(crate) fn extension(step: Option<StepFn>) -> Option<StepFn> {
        if cfg!(crdc_without_extensions) { None } else { step }
    }

    /// The steps that say what will be stored, in their order.
    #[inline]
    pub(crate) fn normalising(&self) -> impl Iterator<Item = StepFn> + use<> {
        let steps = [self.normalise_fields, self.normalise_unions, self.normalize_numbers];
        steps.into_iter().filter_map(Self::extension)
    }

    /// No step at all.
    pub const NONE: Steps = Steps {
        generated_name: None,
        places: ExtensionNode::NONE,
        normalise_fields: None,
        normalise_unions: None,
        normalize_numbers: None,
        immutability: None,
        unions: None,
        rules: None,
    };
}
