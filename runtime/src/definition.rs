//! The definition of a resource for the steps of a request: constants of generated code, or of a plan that is
//! not compiled.
//!
//! The constants of a resource borrow for `'p`: for `'static` in generated code, for the lifetime of a plan
//! that is not compiled. `Decoder`, `Validator`, `RequestState` and `Validation` have `'p` in addition to the
//! lifetime of the request. `private.rs` has the types for generated code, with `'static`, and those for
//! plans in its module `plan`.
//!
//! - **Everything that holds `'p` is covariant in it**, so an `Outcome<'a>` can hold `&'a Compiled<'a>`:
//!   constants have no cells, and function pointers are for every `'p`.
//! - **A `Scratch` holds no `'p`.** Buffers of violations, lists and walks are taken from it for a request or
//!   a step, and put back empty, in the same memory (`recycle.rs`). An outcome owns the violations of an
//!   object that has any.
//! - **A constant calls by a handle** (`decode/node.rs`, `validate/node.rs`): a function pointer, or a plan
//!   and the number of a node. Generated functions call each other directly.

use crdc_vocabulary::Ratcheting;

use crate::correlate::Topology;
use crate::decode::Decode;
use crate::places::{ExtensionNode, Immutability, below};
use crate::scope::Scope;
use crate::validate::Validate;

/// One version of one resource: its names, and the functions that decode and validate its objects.
#[derive(Clone, Copy, Debug)]
pub struct Definition<'p> {
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
    /// The way in which values of the new and the old object are correlated.
    #[doc(hidden)]
    pub topology: &'p Topology<'p>,
    /// The topology of `status` alone.
    #[doc(hidden)]
    pub status_topology: &'p Topology<'p>,
    /// The errors of unchanged values that an update may keep.
    #[doc(hidden)]
    pub ratcheting: Ratcheting,
    /// Whether the status subresource is enabled.
    #[doc(hidden)]
    pub status_subresource: bool,
    /// The scale subresource, if enabled.
    #[doc(hidden)]
    pub scale: Option<Scale<'p>>,
    /// Whether the schema has CEL rules, which do not run after some errors.
    #[doc(hidden)]
    pub has_rules: bool,
    /// Constant JSON text of all defaults.
    #[doc(hidden)]
    pub defaults: &'p [u8],
    /// Decodes `metadata.name`, if the schema constrains it. A create without a name validates the name that
    /// the server generates.
    #[doc(hidden)]
    pub generated_name: Option<Decode<'p>>,
    /// The paths to normalized fields, unions and immutability markers.
    #[doc(hidden)]
    pub places: &'p ExtensionNode<'p>,
    /// The CEL rules that no step checks, because they have no form in Rust.
    #[doc(hidden)]
    pub uncompiled_rules: &'p [UncompiledRule<'p>],
    /// The updates that may keep no errors, as on servers before ratcheting.
    #[doc(hidden)]
    pub kept: KeptErrors,
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

/// The reason why a value that was absent may not be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSettable {
    /// The value is, or is in, a member of a union, which may not be the one that is selected.
    Member,
    /// The value is, or is in, a value that is immutable, or to which no key may be added.
    Immutable,
}

impl ScalePath<'_> {
    /// The reason why the value at the path may not be set where it was absent, if there is one: a scale sets
    /// it either way.
    #[doc(hidden)]
    #[must_use]
    pub fn not_settable(&self, root: &ExtensionNode<'_>) -> Option<NotSettable> {
        let mut place = root;
        for field in self.fields {
            let mut members = place.unions.iter().flat_map(|union| union.members);
            if members.any(|member| member.field == *field) {
                return Some(NotSettable::Member);
            }
            let edge = place.field(*field)?;
            if edge.mark.is_some_and(|mark| mark.marked != Immutability::AdditionOnly) {
                return Some(NotSettable::Immutable);
            }
            place = edge.place();
        }
        // The key of a map. Values below it are not looked up: any extension there counts.
        let below = place.each.filter(|_| self.fields.len() < self.keys.len())?.below;
        match below {
            below if below & below::UNIONS != 0 => Some(NotSettable::Member),
            below if below & (below::MARKS | below::NEW) != 0 => Some(NotSettable::Immutable),
            _ => None,
        }
    }
}

/// A CEL rule that compiled code does not check: see
/// [`Outcome::uncompiled_rules`](crate::Outcome::uncompiled_rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UncompiledRule<'p> {
    /// The path of the first values in the schema that have the rule, such as `spec.items[]`; empty for the
    /// object itself.
    pub path: &'p str,
    /// The rule as the schema has it, trimmed.
    pub rule: &'p str,
    /// The index in the `x-kubernetes-validations` of the value's schema.
    pub index: u32,
}

impl<'p> UncompiledRule<'p> {
    /// Creates a rule without a program, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(path: &'p str, rule: &'p str, index: u32) -> UncompiledRule<'p> {
        UncompiledRule { path, rule, index }
    }
}

/// The updates that may keep errors of the schema and of rules. Errors of lists may always stay, as the
/// policy says.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptErrors {
    /// All updates, as on servers since 1.33.
    #[default]
    ByAll,
    /// Only updates other than updates of the status.
    ByUpdates,
    /// No updates, as on servers before 1.30.
    ByNone,
}
