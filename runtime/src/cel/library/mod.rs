//! The functions that rules can call: a file for each library of the server.

pub mod arithmetic;
pub mod bytes;
pub mod convert;
pub mod double;
#[cfg(feature = "cel-regex")]
pub mod regex;
pub mod strings;
pub mod text_format;
