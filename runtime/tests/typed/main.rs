//! Rules of Rust types: verdicts, paths and messages, over types as users write them.
#![cfg(feature = "derive")]
#![allow(clippy::unwrap_used)]

mod backup;
mod laws;
mod marks;
mod spec;
mod unwritten;
mod variants;
