//! The storage of all resources: the keys of objects, the history of their changes, and the index of their
//! owners.

pub(crate) mod history;
pub(crate) mod key;
pub(crate) mod owner_references;
