//! The JSON Schema of one version, and how it is written.

use super::super::json;
use super::unexpressed::Unexpressed;
use crdc_source::Node;

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draft {
    /// `https://json-schema.org/draft/2020-12/schema`
    #[default]
    Draft202012,
    /// `http://json-schema.org/draft-07/schema#`, for older tools.
    Draft7,
}

/// Options of publishing schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The draft.
    pub draft: Draft,
    /// Whether fields that a server would prune are refused.
    pub strict: bool,
}

/// The schema of one version.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonSchema {
    /// The group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The plural name.
    pub plural: String,
    /// The checks of servers that the schema does not have, by path.
    pub unexpressed: Vec<Unexpressed>,
    pub(super) root: Node,
}

impl JsonSchema {
    /// The schema as indented JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::pretty(&self.root)
    }
}
