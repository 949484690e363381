//! Stored objects: the objects that updates replace, and the effects of storage and `kubectl apply`.

pub(crate) mod client_side_apply;
pub(crate) mod resource_version;
pub(crate) mod server_side_apply;
pub(crate) mod stored_objects;
pub(crate) mod versions;
