//! What a subject under test does not answer yet, by rule and never by case: whole sources of
//! errors, formats and junctors (known by their texts), and for the interpreter metadata.

use super::{Expected, ExpectedError};
use crate::interpreter::structural::STRING_FORMATS;
use crate::json::{Json, object, read};

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Compiled code.
    Compiled,
    /// The interpreter, which takes metadata as it is.
    Interpreter,
}

/// Later issues: CEL and what it is blocked by, list topology, metadata, scale.
const LATER_SOURCES: [&str; 6] = ["cel", "blocked", "listtype", "objectmeta", "metadata", "scale"];

impl Subject {
    /// Whether errors of a source are compared.
    pub(super) fn knows(self, source: &str) -> bool {
        !LATER_SOURCES.contains(&source)
    }

    /// Whether a whole answer is about what this subject leaves out: a body that the server
    /// refused for its metadata, where the interpreter reads none.
    pub(super) fn lets_pass(self, expected: &Expected) -> bool {
        let marks = ["v1.ObjectMeta", "ObjectMeta.", "parsing time", "must be a string", "v1.Time"];
        let message = expected.message.as_deref().unwrap_or_default();
        self == Subject::Interpreter && marks.iter().any(|mark| message.contains(mark))
    }

    /// Whether an expected error may be missing: it is of a string format, or of a branch of
    /// a junctor that failed, or the junctor's own.
    pub(super) fn later(self, error: &ExpectedError, expected: &Expected) -> bool {
        if error.source != "schema" {
            return false;
        }
        if junctor(error).is_some() || is_format(&error.detail) {
            return true;
        }
        let place = place(error);
        let under = |path: String| {
            path.is_empty()
                || place
                    .strip_prefix(path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        expected.errors.iter().filter_map(junctor).any(under)
    }

    /// The part of an object that is compared.
    pub(super) fn visible(self, mut whole: Json) -> Json {
        if self == Subject::Interpreter {
            let generation = whole.get("metadata").and_then(|metadata| metadata.get("generation"));
            let metadata = object(generation.cloned().map(|generation| ("generation", generation)));
            whole.set("metadata", metadata);
            without_embedded_metadata(&mut whole, true);
        }
        whole
    }

    /// Whether an unknown or duplicate field is compared.
    pub(super) fn shows(self, text: &str) -> bool {
        let unknown_metadata = text.starts_with("unknown field") && text.contains("metadata.");
        !(self == Subject::Interpreter && unknown_metadata)
    }
}

/// The server also removes unknown fields of the metadata of embedded resources, which the
/// interpreter does not know for what they are.
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

/// The path that a junctor's own error quotes.
fn junctor(error: &ExpectedError) -> Option<String> {
    let own = ["(anyOf)", "(oneOf)", "(allOf)", "(not)"];
    if !own.iter().any(|mark| error.detail.contains(mark)) {
        return None;
    }
    let (quoted, _) = error.detail.split_once(" must ")?;
    let path = read(quoted.as_bytes()).ok()?.value;
    Some(rooted(error, path.as_str()?))
}

/// Where an error is: one that names no field names its place in its text.
fn place(error: &ExpectedError) -> String {
    match error.detail.rsplit_once(" in ") {
        Some((text, path)) if text.contains(" value must be of type ") => rooted(error, path),
        _ => error.field.clone(),
    }
}

/// A path of a text from the object's root: texts have it from the schema's, which under
/// `status` is another, and errors without a field have that prefix for one.
fn rooted(error: &ExpectedError, path: &str) -> String {
    let path = path.trim_start_matches('.');
    match error.field.as_str() {
        "<nil>" => path.to_owned(),
        prefix => format!("{prefix}.{path}").trim_end_matches('.').to_owned(),
    }
}

/// Whether a text is that of a string format: `… must be of type date-time: "…"`.
fn is_format(detail: &str) -> bool {
    detail
        .split_once("must be of type ")
        .and_then(|(_, rest)| rest.split_once(": \""))
        .is_some_and(|(name, _)| STRING_FORMATS.contains(&name.replace('-', "").as_str()))
}
