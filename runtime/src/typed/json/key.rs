//! Keys of maps as strings: scalars without quotes, numbers in full.

use alloc::string::String;

use serde::Serialize;

use super::{caught, text, write_below};

/// Passes the string of a key to `look`. Lists and objects, which serde_json rejects as keys, are passed as
/// JSON.
pub(in crate::typed) fn key<T: Serialize + ?Sized>(value: &T, depth: u32, look: &mut dyn FnMut(&str)) {
    if caught::look_key(value, look) {
        return;
    }
    let mut written = String::new();
    let _ = write_below(value, depth + 1, &mut written);
    look(&text(&written).unwrap_or(written));
}
