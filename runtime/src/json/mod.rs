//! JSON as the server's decoder reads it: scanning for the fast path; normalization, Go's messages and number
//! formats, and a small tree for the cold path.

pub(crate) mod escape;
pub(crate) mod go;
pub(crate) mod normalise;
pub(crate) mod scan;
mod text;
pub(crate) use text::Text;
