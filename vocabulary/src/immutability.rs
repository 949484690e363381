//! The extensions that restrict updates. The runtime implements them (`extensions/mark.rs`).

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
