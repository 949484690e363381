//! The extensions that restrict updates. The runtime implements them (`places/mark.rs`).

/// One of the four extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Immutability {
    /// `x-kubernetes-immutable`: the whole value must not change.
    Immutable,
    /// `x-kubernetes-immutable-keys`: the set of keys must not change.
    ImmutableKeys,
    /// `x-kubernetes-addition-only`: keys must not be removed.
    AdditionOnly,
    /// `x-kubernetes-deletion-only`: keys must not be added.
    DeletionOnly,
}

impl Immutability {
    /// All four, in the order in which they are reported.
    pub const ALL: [Immutability; 4] = [
        Immutability::Immutable,
        Immutability::ImmutableKeys,
        Immutability::AdditionOnly,
        Immutability::DeletionOnly,
    ];

    /// The keyword in a schema.
    pub const fn keyword(self) -> &'static str {
        match self {
            Immutability::Immutable => "x-kubernetes-immutable",
            Immutability::ImmutableKeys => "x-kubernetes-immutable-keys",
            Immutability::AdditionOnly => "x-kubernetes-addition-only",
            Immutability::DeletionOnly => "x-kubernetes-deletion-only",
        }
    }
}
