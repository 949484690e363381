//! Reading as types.
#![allow(clippy::unwrap_used, clippy::panic)]

mod depth;
mod errors;
mod laws;
mod parts;
