//! The key of an object: its resource, its namespace and its name.

use std::sync::Arc;

/// The objects of a resource are kept by this, whatever version they are asked for in:
/// `databases.example.com`.
pub(crate) type ResourceId = Arc<str>;

/// A namespace, empty for cluster-scoped kinds, and a name.
pub(crate) type Key = (Arc<str>, Arc<str>);

/// An object of a resource.
pub(crate) type Place = (ResourceId, Key);
