//! The forms of a compiled pattern, the simplest that it has.

use super::dfa::Dfa;
use super::program::Program;
use super::shortcut::Shape;

#[derive(Clone, Debug)]
pub(super) enum Form {
    Shape(Shape),
    /// The text ends with this.
    Suffix(Vec<u8>),
    Dfa(Box<Dfa>),
    Program(Box<Program>),
}
