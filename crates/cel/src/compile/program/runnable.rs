//! Compiles programs that run outside of servers.

use super::{Program, lower, without_code};
use crate::compile::{Checked, Scope};

/// The program of an expression, or the reason why it has no program, as the end of a sentence that begins
/// with the expression.
///
/// # Errors
/// A part of it has no program, or it calls a function that only servers have.
pub fn program_of(checked: &Checked, scope: &Scope) -> Result<Program, String> {
    let program = lower(checked, scope).map_err(|part| part.what)?;
    match without_code(&program.root) {
        Some(function) => Err(format!("calls `{function}`, which only servers have")),
        None => Ok(program),
    }
}
