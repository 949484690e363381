//! Functions and types of values that are no lists and no maps, a file for each library of the server: they know Rust's types and the
//! arena.

pub mod arithmetic;
pub mod base64;
pub mod bytes;
pub mod cidr;
pub mod convert;
pub mod double;
pub mod duration;
pub mod ip;
pub mod named_format;
pub mod quantity;
#[cfg(feature = "regex")]
pub mod regex;
pub mod semver;
pub mod strings;
pub mod text_format;
pub mod timestamp;
pub mod url;
pub mod zone;
