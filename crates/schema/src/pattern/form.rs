//! The forms of a compiled pattern, the simplest that it has.

use std::sync::Arc;

use super::dfa::Dfa;
use super::shortcut::Shape;
use crdc_vocabulary::regexp::program::Program;

/// The form in which a pattern is matched.
#[derive(Clone, Debug)]
pub enum Form {
    /// One of the simple forms.
    Shape(Shape),
    /// The text ends with this.
    Suffix(Vec<u8>),
    /// Tables, which fit in [`TABLE_LIMIT`](super::TABLE_LIMIT).
    Dfa(Box<Dfa>),
    /// The program, simulated.
    Program(Arc<Program>),
}
