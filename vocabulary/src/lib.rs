//! What the compiler (`crdc-codegen`) and the runtime (`crdc`) both speak of: the [formats](format) of
//! strings, whose functions validate defaults there and objects here, [Go's spelling](go) of what messages
//! show, and the choices that the one reads and the other acts upon.
//!
//! Users meet all of it as `crdc::…`, where the runtime exports it again. No dependencies: what is
//! added here is in every program, every build script and every derive.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod below;
mod dialect;
pub mod format;
mod fragment;
pub mod go;
mod immutability;
mod ratcheting;

pub use dialect::Dialect;
pub use fragment::Fragment;
pub use immutability::Immutability;
pub use ratcheting::Ratcheting;
