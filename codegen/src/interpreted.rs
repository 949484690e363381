//! The table of calls for an interpreter: Rust that calls the code of each overload with values, and what an interpreter
//! must know beside it. **Not part of the public interface.**

use crate::cel::program::Repr;
use crate::emit;

/// Several overloads with one code, of which none must be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedCall {
    /// The representations of the operands.
    pub parameters: Vec<Repr>,
    /// That of the result.
    pub result: Repr,
}

/// Whether overloads share their code.
#[must_use]
pub fn shared_call(overloads: &[&'static str]) -> Option<SharedCall> {
    let (parameters, result) = emit::shared_call(overloads)?;
    Some(SharedCall { parameters, result })
}

/// The Rust file of the table.
#[must_use]
pub fn table() -> String {
    emit::interpreter_table()
}
