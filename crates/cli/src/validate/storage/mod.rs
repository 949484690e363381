//! Stored objects: those that updates replace, and what storage and `kubectl apply` do with them.

pub(crate) mod client_side_apply;
pub(crate) mod resource_version;
pub(crate) mod server_side_apply;
pub(crate) mod stored_objects;
