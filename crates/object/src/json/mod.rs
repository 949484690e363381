//! Reads and writes JSON as the server does: scanning for the fast path; a cursor for code that reads a part
//! of a text; normalization, Go's messages and number formats, and a small tree for the cold path.

pub mod cursor;
pub mod escape;
pub mod go;
pub mod normalize;
pub mod scan;
mod text;
pub use text::Text;
