//! A version of a resource, as far as paths need it.

/// A version of a resource, as far as paths need it.
pub(super) struct Resource<'c> {
    pub(super) group: &'c str,
    pub(super) version: &'c str,
    pub(super) kind: &'c str,
    pub(super) plural: &'c str,
    pub(super) namespaced: bool,
    pub(super) status: bool,
    pub(super) scale: bool,
    /// The names of the schemas of the kind and of its list.
    pub(super) name: &'c str,
    pub(super) list_name: &'c str,
}
