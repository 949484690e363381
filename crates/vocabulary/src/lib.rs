//! Definitions that the stages of the compiler and the runtime (`crdc`) share: the string [formats](format),
//! whose functions validate defaults in the one and objects in the other, [Go's formatting](go) of values in
//! [messages], [names], the texts of [quantities](quantity), the server's messages about [rules] and about
//! the addresses of [webhooks], the [types of its errors](ErrorType), and the options that the compiler reads
//! and the runtime implements.
//!
//! Users access all of it as `crdc::…`, since the runtime re-exports it. It has no dependencies but one,
//! which only the feature `regexp` needs: every program, build script and derive compiles it.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod below;
pub mod cel_names;
mod dialect;
mod error_type;
mod expected;
pub mod format;
mod fragment;
pub mod go;
mod immutability;
pub mod json_path;
pub mod message;
pub mod messages;
mod minor;
pub mod names;
pub mod pem;
pub mod quantity;
mod ratcheting;
#[cfg(feature = "regexp")]
pub mod regexp;
pub mod rules;
pub mod webhooks;
mod wording;

pub use dialect::Dialect;
pub use error_type::ErrorType;
pub use expected::Expected;
pub use fragment::Fragment;
pub use immutability::Immutability;
pub use minor::{Minor, NotMinor};
pub use ratcheting::Ratcheting;
pub use wording::{RulePart, Wording};
