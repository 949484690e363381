//! JSON as the server's decoder understands it: the scanning that the fast path uses, and
//! the cold side: normalisation, Go's words and number formats, a small tree.

pub(crate) mod escape;
pub(crate) mod go;
pub(crate) mod normalise;
pub(crate) mod scan;
mod text;
pub(crate) use text::Text;
