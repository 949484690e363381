//! Keys of maps as text: what is a scalar without its quotes, numbers in full.

use alloc::string::String;

use serde::Serialize;

use super::{caught, text, write_below};

/// Shows the text of a key. Keys that serde_json refuses, lists and objects, are their JSON.
pub(in crate::typed) fn key<T: Serialize + ?Sized>(value: &T, depth: u32, look: &mut dyn FnMut(&str)) {
    if caught::look_key(value, look) {
        return;
    }
    let mut written = String::new();
    let _ = write_below(value, depth + 1, &mut written);
    look(&text(&written).unwrap_or(written));
}
