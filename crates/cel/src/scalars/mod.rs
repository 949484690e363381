//! Types and functions of values that are neither lists nor maps, a file for each library of the server. They
//! depend only on Rust's types and the arena.

pub(crate) mod arithmetic;
pub(crate) mod base64;
pub(crate) mod bytes;
pub(crate) mod cidr;
pub(crate) mod convert;
pub(crate) mod double;
pub(crate) mod duration;
pub(crate) mod ip;
pub(crate) mod named_format;
pub(crate) mod quantity;
#[cfg(feature = "regex")]
pub(crate) mod regex;
pub(crate) mod semver;
pub(crate) mod strings;
pub(crate) mod text_format;
pub(crate) mod timestamp;
pub(crate) mod url;
pub(crate) mod zone;
