//! Values as JSON text, for errors and for types that have no other equality.
//!
//! Out: text with members in the order of serde, and numbers and strings as the JSON code shows them in errors.

mod caught;
mod decoded;
mod failed;
mod key;
mod part;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::scalar::Writes;
use crdc_object::json::escape;
use writer::write_below;

pub(super) use caught::scalar;
pub(super) use decoded::{canonical, decoded, kind, same_texts, same_values};
pub(super) use failed::{Failed, MAX_DEPTH};
pub(super) use part::part;

/// Appends a value as JSON, or null if its `Serialize` fails.
pub fn json<T: Serialize + ?Sized>(value: &T, out: &mut String) {
    let _ = write(value, out);
}

/// The same. Returns `TooDeep` if the value is nested too deep.
pub(super) fn write<T: Serialize + ?Sized>(value: &T, out: &mut String) -> Result<(), Failed> {
    write_below(value, 0, out)
}

/// The number of items or members in the JSON of a value.
pub(super) fn count<T: Serialize>(value: &T) -> usize {
    let mut text = String::new();
    json(value, &mut text);
    decoded(&text, |tape| tape.children(0).count())
}

/// Appends a member of a serialized object, or nothing.
pub(super) fn member<T: Serialize>(value: &T, name: &str, out: &mut String) {
    let mut text = String::new();
    json(value, &mut text);
    let mut key = Vec::new();
    escape::append_canonical(&mut key, name);
    decoded(&text, |tape| {
        if let Some(at) = tape.member(0, &key) {
            out.push_str(&crate::error::json(tape, at));
        }
    });
}

/// Passes the string of the key of a map to `look`. Lists and objects, which serde_json rejects as keys, are passed as JSON.
pub(super) fn key<T: Serialize + ?Sized>(value: &T, look: &mut dyn FnMut(&str)) {
    key::key(value, look, |out| write_below(value, 1, out));
}

impl<T: serde::Serialize> Writes for T {
    fn key(&self, look: &mut dyn FnMut(&str)) {
        key(self, look);
    }

    fn look(&self, look: &mut dyn FnMut(&str)) {
        caught::look(self, look);
    }

    fn look_part(&self, name: &str, look: &mut dyn FnMut(&str)) {
        part::look_part(self, name, look);
    }
}
