//! JSON texts of values, decoded: whether they are equal, and what they are.

use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::{Decoder, Member};
use crate::lists::Buffers;
use crate::side::{Records, Side};
use crate::typed::scalar::Scalar;
use crdc_object::tape::{Kind, Tape};

/// Whether two JSON texts are equal: numbers by value, members in any order, lists in order.
pub(in crate::typed) fn same_texts(new: &str, old: &str) -> bool {
    new == old || decoded(new, |new| decoded(old, |old| same_values(new, 0, old, 0)))
}

/// The same for decoded values.
pub(in crate::typed) fn same_values(new: Tape<'_>, at: u32, old: Tape<'_>, old_at: u32) -> bool {
    Buffers::default().of(new, at) == Buffers::default().of(old, old_at)
}

/// Appends bytes that are equal for equal JSON values.
pub(in crate::typed) fn canonical(text: &str, out: &mut Vec<u8>) {
    decoded(text, |tape| out.extend_from_slice(Buffers::default().of(tape, 0)));
}

/// Calls `look` with the decoded text, or with null if it is nested too deep.
pub(in crate::typed) fn decoded<R>(text: &str, look: impl FnOnce(Tape<'_>) -> R) -> R {
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
pub(in crate::typed) fn text(json: &str) -> Option<String> {
    decoded(json, |tape| {
        let entry = tape.entry(0);
        let content = || String::from_utf8_lossy(tape.string(&entry)).into_owned();
        (entry.kind == Kind::String).then(content)
    })
}

/// A JSON text as a scalar; the content of a string is not known.
pub(in crate::typed) fn kind(json: &str) -> Scalar<'static> {
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
