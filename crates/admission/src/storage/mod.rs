//! The storage of objects: its traits, selectors of its objects, and a storage in memory.

pub(crate) mod memory;
pub(crate) mod selector;
pub(crate) mod traits;
