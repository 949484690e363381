//! Values as JSON text, for errors and for types that have no other equality.
//!
//! Out: text with members in the order of serde, and numbers and strings as the JSON code shows them in errors.

mod caught;
mod failed;
mod key;
mod part;
mod short;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::decode::{Decoder, Member};
use crate::json::escape;
use crate::lists::Buffers;
use crate::side::{Records, Side};
use crate::tape::{Kind, Tape};
use crate::typed::Scalar;

pub(super) use caught::{look, scalar};
pub(super) use failed::Failed;
pub(super) use key::key;
pub(super) use part::{look_part, part};
pub(super) use short::Short;

/// The maximum number of nested calls of `serialize`: three for each of the [`MAX_NESTED`](super::MAX_NESTED)
/// values with rules, for an option in a list in an object.
pub(super) const MAX_DEPTH: u32 = 768;

/// Appends a value as JSON, or null if its `Serialize` fails.
pub fn json<T: Serialize + ?Sized>(value: &T, out: &mut String) {
    let _ = write(value, out);
}

/// The same. Returns `TooDeep` if the value is nested too deep.
pub(super) fn write<T: Serialize + ?Sized>(value: &T, out: &mut String) -> Result<(), Failed> {
    write_below(value, 0, out)
}

fn write_below<T: Serialize + ?Sized>(value: &T, depth: u32, out: &mut String) -> Result<(), Failed> {
    let start = out.len();
    let written =
        if depth > MAX_DEPTH { Err(Failed::TooDeep) } else { value.serialize(writer::Writer { out, depth }) };
    if written.is_err() {
        out.truncate(start);
        out.push_str("null");
    }
    written
}

/// Whether two JSON texts are equal: numbers by value, members in any order, lists in order.
pub(super) fn same_texts(new: &str, old: &str) -> bool {
    new == old || decoded(new, |new| decoded(old, |old| same_values(new, 0, old, 0)))
}

/// The same for decoded values.
pub(super) fn same_values(new: Tape<'_>, at: u32, old: Tape<'_>, old_at: u32) -> bool {
    Buffers::default().of(new, at) == Buffers::default().of(old, old_at)
}

/// Appends bytes that are equal for equal JSON values.
pub(super) fn canonical(text: &str, out: &mut Vec<u8>) {
    decoded(text, |tape| out.extend_from_slice(Buffers::default().of(tape, 0)));
}

/// Calls `look` with the decoded text, or with null if it is nested too deep.
pub(super) fn decoded<R>(text: &str, look: impl FnOnce(Tape<'_>) -> R) -> R {
    let (mut side, mut records) = (Side::of_normalised(), Records::default());
    let mut decoder = Decoder::new(text.as_bytes(), &mut side, &mut records, b"");
    if decoder.any(Member::ITEM).is_err() {
        return look(Tape { entries: &[], texts: [b""; 4], strings: &[] });
    }
    look(Tape {
        entries: &decoder.tape,
        texts: [text.as_bytes(), b"", b"", b""],
        strings: &decoder.side.strings,
    })
}

/// The content of a JSON string.
pub(super) fn text(json: &str) -> Option<String> {
    decoded(json, |tape| {
        let entry = tape.entry(0);
        let content = || String::from_utf8_lossy(tape.string(&entry)).into_owned();
        (entry.kind == Kind::String).then(content)
    })
}

/// The number of items or members in the JSON of a value.
pub(super) fn count<T: Serialize>(value: &T) -> usize {
    let mut text = String::new();
    json(value, &mut text);
    decoded(&text, |tape| tape.children(0).count())
}

/// A JSON text as a scalar; the content of a string is not known.
pub(super) fn kind(json: &str) -> Scalar<'static> {
    decoded(json, |tape| {
        let entry = tape.entry(0);
        match entry.kind {
            Kind::Null => Scalar::Null,
            Kind::True => Scalar::Bool(true),
            Kind::False => Scalar::Bool(false),
            Kind::Int => Scalar::Int(tape.int(&entry)),
            Kind::Float => Scalar::Float(tape.float(&entry)),
            Kind::String | Kind::Array | Kind::Object => Scalar::Other,
        }
    })
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
