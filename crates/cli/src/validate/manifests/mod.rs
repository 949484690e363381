//! Reads objects from texts: documents and items of lists, the separators between them, and the kinds that
//! are left out.

pub(crate) mod kind_filter;
pub(crate) mod manifest;
pub(crate) mod separator;
