//! The names of a resource, whether it is compiled by crdc or not.

use crdc::__private::plan::Compiled;
use crdc::{Resource, Scope};

/// The names of a resource, for plugins, storages and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceNames<'a> {
    /// The API group; empty for the core group.
    pub group: &'a str,
    /// The version.
    pub version: &'a str,
    /// The kind, such as `Database`.
    pub kind: &'a str,
    /// The plural, such as `databases`.
    pub plural: &'a str,
    /// Whether objects are in namespaces.
    pub scope: Scope,
}

impl ResourceNames<'static> {
    /// The names of a compiled resource.
    #[must_use]
    pub fn of<R: Resource>() -> Self {
        Self::of_compiled(R::compiled())
    }
}

impl<'a> ResourceNames<'a> {
    /// The names of a resource by its description.
    #[must_use]
    pub fn of_compiled(resource: &'a Compiled<'a>) -> Self {
        ResourceNames {
            group: resource.group,
            version: resource.version,
            kind: resource.kind,
            plural: resource.plural,
            scope: resource.scope,
        }
    }
}
