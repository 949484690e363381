//! Extensions of the design documents that no server reads: what may change (immutability), which
//! fields exclude each other (unions), and by which dialect that is checked. As written; `check`
//! says what is wrong with them.
//
// The immutability design (KEP 1101); the unions design (KEP 1027); kube-openapi: pkg/generators/union.go

pub use crdc_vocabulary::Dialect;

use super::model::{At, Schema};
use crate::source::{Node, Span};

/// `x-kubernetes-immutable` and its kin, each as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImmutabilityKeywords {
    /// `x-kubernetes-immutable`: the whole subtree.
    pub immutable: Option<At<bool>>,
    /// `x-kubernetes-immutable-keys`: which keys there are.
    pub immutable_keys: Option<At<bool>>,
    /// `x-kubernetes-addition-only`: keys may come and not go.
    pub addition_only: Option<At<bool>>,
    /// `x-kubernetes-deletion-only`: keys may go and not come.
    pub deletion_only: Option<At<bool>>,
}

/// One of the four marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Immutability {
    /// `x-kubernetes-immutable`
    Immutable,
    /// `x-kubernetes-immutable-keys`
    ImmutableKeys,
    /// `x-kubernetes-addition-only`
    AdditionOnly,
    /// `x-kubernetes-deletion-only`
    DeletionOnly,
}

/// `x-kubernetes-unions`, in one of its two published shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Unions {
    /// On the discriminator: `{fieldMembers: {VALUE: {name, optional} | null}}`, in document order.
    Members(Vec<MemberValue>),
    /// On the object: `[{discriminator, fields-to-discriminateBy: {field: VALUE}, deduceInvalidDiscriminator}]`.
    Older(Vec<OlderUnion>),
}

/// A value of a discriminator.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberValue {
    /// The value.
    pub value: String,
    /// Where it stands.
    pub key: Span,
    /// What it selects; nothing where it selects none.
    pub member: Option<UnionMember>,
}

/// What a value of a discriminator selects.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionMember {
    /// The whole object.
    pub span: Span,
    /// `name`: the property.
    pub name: Option<At<String>>,
    /// `optional`: whether it may be selected and not set.
    pub optional: Option<At<bool>>,
}

/// One union of the older shape.
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

/// A member of a union of the older shape.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscriminatedField {
    /// The property.
    pub field: String,
    /// Where its name stands.
    pub key: Span,
    /// The discriminator's value for it.
    pub value: At<String>,
}

/// No-prune in one of its spellings, read and not validated: no server reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct NoPrune {
    /// The key as written.
    pub name: String,
    /// Where the key stands.
    pub key: Span,
    /// What was written.
    pub value: Node,
}

impl Immutability {
    /// All four, in the order in which they are told.
    pub const ALL: [Immutability; 4] = [
        Immutability::Immutable,
        Immutability::ImmutableKeys,
        Immutability::AdditionOnly,
        Immutability::DeletionOnly,
    ];

    /// The keyword.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Immutability::Immutable => "x-kubernetes-immutable",
            Immutability::ImmutableKeys => "x-kubernetes-immutable-keys",
            Immutability::AdditionOnly => "x-kubernetes-addition-only",
            Immutability::DeletionOnly => "x-kubernetes-deletion-only",
        }
    }
}

impl ImmutabilityKeywords {
    /// One of them as written.
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
        [&self.immutable, &self.immutable_keys, &self.addition_only, &self.deletion_only]
    }

    /// All four, to be changed.
    pub(crate) fn each_mut(&mut self) -> [&mut Option<At<bool>>; 4] {
        [&mut self.immutable, &mut self.immutable_keys, &mut self.addition_only, &mut self.deletion_only]
    }

    /// Those that are written, `false` included.
    pub fn written(&self) -> impl Iterator<Item = (Immutability, &At<bool>)> {
        Immutability::ALL.into_iter().filter_map(|mark| Some((mark, self.get(mark)?)))
    }

    /// Those that are `true`.
    pub fn set(&self) -> impl Iterator<Item = (Immutability, &At<bool>)> {
        self.written().filter(|(_, at)| at.value)
    }
}

impl Schema {
    /// Whether any extension is written that no server reads.
    #[must_use]
    pub fn has_extensions(&self) -> bool {
        let Schema { marks, unions, normalize, dialect, no_prune, .. } = self;
        let told = unions.is_some() || normalize.is_some() || dialect.is_some();
        told || marks.written().next().is_some() || !no_prune.is_empty()
    }

    /// Takes away what is said of the way to a value: marks, normalisation, and what makes it a discriminator.
    pub fn forget_way(&mut self) {
        (self.marks, self.normalize, self.dialect) = (ImmutabilityKeywords::default(), None, None);
        if matches!(self.unions.as_ref().map(|at| &at.value), Some(Unions::Members(_))) {
            self.unions = None;
        }
    }

    /// `x-crdc-dialect`, where it names a dialect.
    #[must_use]
    pub fn dialect(&self) -> Option<Dialect> {
        Dialect::from_name(&self.dialect.as_ref()?.value)
    }

    /// `x-kubernetes-normalize: undefined`.
    #[must_use]
    pub fn is_normalized(&self) -> bool {
        self.normalize.as_ref().is_some_and(|at| at.value == "undefined")
    }
}

/// Whether CEL can be made to name a property.
// apiserver: pkg/cel/escaping.go
#[must_use]
pub fn is_nameable(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '-' | '/'))
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/'))
}
