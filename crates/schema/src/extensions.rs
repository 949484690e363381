//! Schema extensions from design documents that no API server reads: which changes are allowed
//! (immutability), which fields exclude each other (unions), and which dialect checks them. Stored as
//! written; crdc-check validates them.
//
// The immutability design (KEP 1101); the unions design (KEP 1027); kube-openapi: pkg/generators/union.go

pub use crdc_vocabulary::{Dialect, Immutability};

use super::at::At;
use crdc_source::{Node, Span, Value};

/// `x-kubernetes-immutable` and the related keywords, each as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImmutabilityKeywords {
    /// `x-kubernetes-immutable`: the whole subtree.
    pub immutable: Option<At<bool>>,
    /// `x-kubernetes-immutable-keys`: the set of keys.
    pub immutable_keys: Option<At<bool>>,
    /// `x-kubernetes-addition-only`: keys may be added but not removed.
    pub addition_only: Option<At<bool>>,
    /// `x-kubernetes-deletion-only`: keys may be removed but not added.
    pub deletion_only: Option<At<bool>>,
}

/// `x-kubernetes-unions`, in one of its two published forms.
#[derive(Clone, Debug, PartialEq)]
pub enum Unions {
    /// On the discriminator: `{fieldMembers: {VALUE: {name, optional} | null}}`, in document order.
    Members(Vec<MemberValue>),
    /// On the object: `[{discriminator, fields-to-discriminateBy: {field: VALUE},
    /// deduceInvalidDiscriminator}]`.
    Older(Vec<OlderUnion>),
}

/// A value of a discriminator.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberValue {
    /// The value.
    pub value: String,
    /// The span of the key.
    pub key: Span,
    /// The member it selects; `None` if it selects none.
    pub member: Option<UnionMember>,
}

/// The member that a discriminator value selects.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionMember {
    /// The whole object.
    pub span: Span,
    /// `name`: the property.
    pub name: Option<At<String>>,
    /// `optional`: whether the member may be unset when it is selected.
    pub optional: Option<At<bool>>,
}

/// One union in the older form.
#[derive(Clone, Debug, PartialEq)]
pub struct OlderUnion {
    /// The whole object.
    pub span: Span,
    /// `discriminator`: the property.
    pub discriminator: Option<At<String>>,
    /// `fields-to-discriminateBy`, in document order.
    pub fields: Option<At<Vec<DiscriminatedField>>>,
    /// `deduceInvalidDiscriminator`
    pub deduce: Option<At<bool>>,
}

/// A member of a union in the older form.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscriminatedField {
    /// The property.
    pub field: String,
    /// The span of its name.
    pub key: Span,
    /// The discriminator value that selects it.
    pub value: At<String>,
}

/// One of the spellings of no-prune. Read but not validated: no server reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct NoPrune {
    /// The key as written.
    pub name: String,
    /// The span of the key.
    pub key: Span,
    /// The value as written.
    pub value: Node,
}

impl NoPrune {
    /// Whether the value is `true`: any other has no meaning.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.value.value == Value::Bool(true)
    }
}

impl ImmutabilityKeywords {
    /// The value of one extension, as written.
    #[must_use]
    pub fn get(&self, mark: Immutability) -> Option<&At<bool>> {
        match mark {
            Immutability::Immutable => self.immutable.as_ref(),
            Immutability::ImmutableKeys => self.immutable_keys.as_ref(),
            Immutability::AdditionOnly => self.addition_only.as_ref(),
            Immutability::DeletionOnly => self.deletion_only.as_ref(),
        }
    }

    /// All four.
    pub(crate) fn each(&self) -> [&Option<At<bool>>; 4] {
        let ImmutabilityKeywords { immutable, immutable_keys, addition_only, deletion_only } = self;
        [immutable, immutable_keys, addition_only, deletion_only]
    }

    /// All four, mutable.
    pub(crate) fn each_mut(&mut self) -> [&mut Option<At<bool>>; 4] {
        let ImmutabilityKeywords { immutable, immutable_keys, addition_only, deletion_only } = self;
        [immutable, immutable_keys, addition_only, deletion_only]
    }

    /// The extensions that are present, including those set to `false`.
    pub fn written(&self) -> impl Iterator<Item = (Immutability, &At<bool>)> {
        Immutability::ALL.into_iter().filter_map(|mark| Some((mark, self.get(mark)?)))
    }

    /// The extensions that are `true`.
    pub fn set(&self) -> impl Iterator<Item = (Immutability, &At<bool>)> {
        self.written().filter(|(_, at)| at.value)
    }
}

/// Whether CEL can refer to a property of this name.
// apiserver: pkg/cel/escaping.go
#[must_use]
pub fn is_nameable(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '-' | '/'))
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/'))
}
