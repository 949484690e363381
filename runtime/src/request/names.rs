//! Reads the kind and the name of an object.

use alloc::string::String;

use crdc_object::tape::{Kind, Tape};

/// The `kind` of an object, unless it is not a string.
pub(crate) fn kind(tape: Tape<'_>) -> Option<String> {
    let kind = tape.entry(tape.member(0, b"kind")?);
    (kind.kind == Kind::String).then(|| String::from_utf8_lossy(tape.string(&kind)).into_owned())
}

/// `metadata.name`, or an empty string.
pub(crate) fn name(tape: Tape<'_>) -> String {
    let name = tape.member(0, b"metadata").and_then(|metadata| tape.member(metadata, b"name"));
    name.map(|at| String::from_utf8_lossy(tape.string(&tape.entry(at))).into_owned()).unwrap_or_default()
}
