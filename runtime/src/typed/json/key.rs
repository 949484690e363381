//! Keys of maps as text: what is a scalar without its quotes.

use alloc::string::String;

use serde::Serialize;

use super::{json, text};

/// Appends a key.
pub(in crate::typed) fn key<T: Serialize + ?Sized>(value: &T, out: &mut String) {
    let mut written = String::new();
    json(value, &mut written);
    out.push_str(&text(&written).unwrap_or(written));
}
