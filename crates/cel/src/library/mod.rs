//! The code of the functions on lists, maps and optionals that rules can call: a file for each library of the
//! server. Functions on other values are in `scalars`.

pub(crate) mod formatted;
mod limit;
pub(crate) mod lists;
pub(crate) mod optionals;
mod order;
mod pdqsort;
pub(super) mod results;
pub(crate) mod sequences;
pub(crate) mod sets;

#[cfg(feature = "regex")]
pub(crate) use super::scalars::regex;
pub(crate) use super::scalars::{
    arithmetic, bytes, cidr, convert, ip, named_format, quantity, semver, strings, text_format, url, zone,
};
