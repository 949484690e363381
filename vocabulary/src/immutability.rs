//! The extensions that say what an update may not do. What each means is the runtime's (`extensions/mark.rs`).

/// One of the four extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Immutability {
    /// `x-kubernetes-immutable`: the whole value.
    Immutable,
    /// `x-kubernetes-immutable-keys`: which keys there are.
    ImmutableKeys,
    /// `x-kubernetes-addition-only`: no key goes.
    AdditionOnly,
    /// `x-kubernetes-deletion-only`: no key comes.
    DeletionOnly,
}
