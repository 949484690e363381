//! The functions that rules can call: a file for each library of the server.

pub mod cidr;
pub mod duration;
pub mod ip;
pub mod named_format;
pub mod quantity;
pub mod semver;
pub mod timestamp;
pub mod url;
pub mod zone;
