//! The scope of a resource, namespaced or cluster: a constant of generated code.

/// Whether objects of a kind are namespaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Objects have a `metadata.namespace`.
    Namespaced,
    /// Objects have no `metadata.namespace`.
    Cluster,
}
