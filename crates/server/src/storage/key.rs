//! The key of an object: its resource, its namespace and its name.

use std::sync::Arc;

/// The name of a resource with its group, such as `databases.example.com`. It has no version: all versions of
/// a resource have the same objects.
pub(crate) type ResourceId = Arc<str>;

/// A namespace, empty for cluster-scoped kinds, and a name.
pub(crate) type Key = (Arc<str>, Arc<str>);

/// The place of an object: its resource, and its key in it.
pub(crate) type Place = (ResourceId, Key);
