//! Exceptions of comparisons, by rule and never by case: whole sources of errors, and parts of metadata for
//! the interpreter.

use super::Expected;
use crate::json::{Json, object};

/// The tested implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Compiled code.
    Compiled,
    /// The interpreter, which has neither the stored form of times nor the messages of metadata that cannot
    /// be decoded.
    Interpreter,
}

/// The sources that are not compared here: CEL rules, and errors that prevent them.
const LATER_SOURCES: [&str; 2] = ["cel", "blocked"];

impl Subject {
    /// Whether errors of a source are compared.
    pub(super) fn knows(self, source: &str) -> bool {
        !LATER_SOURCES.contains(&source)
    }

    /// Whether the answer depends on a feature that this implementation lacks: for the interpreter, a body
    /// that is refused because of its metadata.
    pub(super) fn lets_pass(self, expected: &Expected) -> bool {
        let marks = ["v1.ObjectMeta", "ObjectMeta.", "parsing time", "must be a string", "v1.Time"];
        let message = expected.message.as_deref().unwrap_or_default();
        self == Subject::Interpreter && marks.iter().any(|mark| message.contains(mark))
    }

    /// The compared part of an object.
    pub(super) fn visible(self, mut whole: Json) -> Json {
        if self == Subject::Interpreter {
            let generation = whole.get("metadata").and_then(|metadata| metadata.get("generation"));
            let metadata = object(generation.cloned().map(|generation| ("generation", generation)));
            whole.set("metadata", metadata);
            without_embedded_metadata(&mut whole, true);
        }
        whole
    }

    /// Whether a warning is compared: those about finalizers. Warnings of ratcheted rules are not.
    pub(super) fn warns(self, text: &str) -> bool {
        text.starts_with("metadata.finalizers: ")
    }

    /// Whether an unknown or duplicate field is compared.
    pub(super) fn shows(self, text: &str) -> bool {
        let unknown_metadata = text.starts_with("unknown field") && text.contains("metadata.");
        !(self == Subject::Interpreter && unknown_metadata)
    }
}

/// Removes the metadata of embedded resources.
fn without_embedded_metadata(value: &mut Json, root: bool) {
    match value {
        Json::Object(members) => {
            if !root {
                members.retain(|(key, _)| key != "metadata");
            }
            for (_, value) in members {
                without_embedded_metadata(value, false);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| without_embedded_metadata(item, false)),
        _ => {}
    }
}
