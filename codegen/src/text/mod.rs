//! Input texts and locations in them. Diagnostics and the readers of `source` both use this module, and it
//! uses neither.

mod cut;
mod lines;
#[cfg(feature = "documents")]
mod printable;
mod read;
mod source;
mod span;

pub use cut::cut_path;
pub(crate) use cut::{cut_pieces, floor_boundary};
pub use lines::Lines;
#[cfg(feature = "documents")]
pub(crate) use printable::printable;
pub use source::Source;
pub(crate) use source::{Fault, without_mark};
pub use span::Span;
