//! The parts of tests that do not use generated code: a slow interpreter of the server, the format of
//! recorded answers, goldens, and random schemas and objects. `crdc-tests` compiles generated code.
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
