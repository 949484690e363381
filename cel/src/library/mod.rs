//! The functions that rules can call: a file for each library of the server. Those that know no lists and no maps are in
//! `scalars`.

pub mod formatted;
mod limit;
pub mod lists;
pub mod optionals;
mod order;
mod pdqsort;
pub(super) mod results;
pub mod sequences;
pub mod sets;

#[cfg(feature = "regex")]
pub use super::scalars::regex;
pub use super::scalars::{
    arithmetic, base64, bytes, cidr, convert, double, duration, ip, named_format, quantity, semver, strings,
    text_format, timestamp, url, zone,
};
