//! The forms of a compiled pattern, the simplest that it has.

use std::sync::Arc;

use super::dfa::Dfa;
use super::shortcut::Shape;
use crdc_vocabulary::regexp::program::Program;

#[derive(Clone, Debug)]
pub(super) enum Form {
    Shape(Shape),
    /// The text ends with this.
    Suffix(Vec<u8>),
    Dfa(Box<Dfa>),
    Program(Arc<Program>),
}
