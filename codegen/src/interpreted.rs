//! Calls of programs that are constants of the runtime: the file with the code of each overload, and what a call does.
//! **Not part of the public interface.**

use crate::emit;

pub use crate::emit::{CallCandidate, CallCode, ResolvedCall, resolve_call};

/// The Rust file of the overloads.
#[must_use]
pub fn table() -> String {
    emit::program_table()
}
