//! What tests compare crdc with, and their tools. No module uses generated code; `crdc-tests` compiles that.
//!
//! - `interpreter` is a slow, second implementation of the server's validation, written from its Go sources;
//!   it shares no code with the runtime. `json` has its values, `load` makes interpreters of the CRDs in a
//!   text, `stack` runs its recursions on large stacks.
//! - `skeleton` prunes by the design document in two slow ways, and `pruning` compares them over records.
//! - `record` reads the recorded cases of the real server, `answers` converts answers of crdc to their form.
//! - `random` makes random schemas, structs and objects; `differential` compares the answers to them.
//! - `topologies` has the CRDs of the immutability table, `updates` their updates, `lowered` the CRDs whose
//!   extensions were lowered to CEL rules. `typed` compares the derive with generated code.
//! - `golden` compares files, `expressions` keeps compiled regular expressions, `escaping` escapes names of
//!   fields in rules.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod answers;
pub mod differential;
pub mod escaping;
pub mod expressions;
pub mod golden;
pub mod interpreter;
pub mod json;
pub mod load;
pub mod lowered;
pub mod pruning;
pub mod random;
pub mod record;
pub mod skeleton;
pub mod stack;
pub mod topologies;
#[cfg(feature = "typed")]
pub mod typed;
pub mod updates;
