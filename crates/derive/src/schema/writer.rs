//! The state of writing a schema: its members, and the types that it refers to.

use crdc_source::json::Json;
use crdc_vocabulary::Immutability;

/// The members of a schema.
pub(super) type Members = Vec<(String, Json)>;

/// Writes schemas.
pub(super) struct Writer {
    /// The types referred to so far, by their tokens; `None` if other types are not referred to.
    pub(super) refs: Option<Vec<(String, syn::Type)>>,
}

pub(super) fn mark(mark: Option<Immutability>) -> Option<(String, Json)> {
    Some(key(mark?.keyword(), Json::Bool(true)))
}

pub(super) fn key(name: &str, value: Json) -> (String, Json) {
    (name.to_owned(), value)
}

pub(super) fn text(text: &str) -> Json {
    Json::String(text.to_owned())
}
