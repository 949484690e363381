//! Input texts and locations in them. Diagnostics and the readers depend on this module, and it depends on
//! neither.

mod cut;
mod lines;
mod read;
mod source;
mod span;

pub use cut::{cut_path, cut_pieces, floor_boundary};
pub use lines::Lines;
pub use source::Source;
pub(crate) use source::{Fault, without_mark};
pub use span::Span;
