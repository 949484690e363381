//! What crdc is tested against: a slow interpreter of the server, a small part of the record, and random
//! schemas and objects. The tests are in `tests/`.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod answers;
#[cfg(feature = "corpus")]
pub mod compiled;
pub mod differential;
pub mod golden;
pub mod interpreter;
pub mod json;
pub mod load;
#[cfg(feature = "corpus")]
pub mod pruning;
pub mod random;
pub mod record;
#[cfg(feature = "corpus")]
pub mod skeleton;
pub mod stack;
pub mod topologies;
#[cfg(feature = "corpus")]
pub mod typed;
pub mod updates;
