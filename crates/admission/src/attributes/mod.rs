//! The attributes of a request besides its object: the operation, the resource, the user and the options.

pub(crate) mod context;
pub(crate) mod operation;
pub(crate) mod resource;
