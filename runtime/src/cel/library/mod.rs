//! The functions that rules can call: a file for each library of the server.

pub mod arithmetic;
pub mod base64;
pub mod bytes;
pub mod cidr;
pub mod convert;
pub mod double;
pub mod duration;
pub mod formatted;
pub mod ip;
mod limit;
pub mod lists;
pub mod named_format;
pub mod optionals;
mod order;
mod pdqsort;
pub mod quantity;
#[cfg(feature = "cel-regex")]
pub mod regex;
pub(super) mod scalars;
pub mod semver;
pub mod sequences;
pub mod sets;
pub mod strings;
pub mod text_format;
pub mod timestamp;
pub mod url;
pub mod zone;
