//! The functions that rules can call: a file for each library of the server.

pub mod arithmetic;
pub mod bytes;
pub mod convert;
pub mod double;
pub mod strings;
pub mod text_format;
pub mod base64;
