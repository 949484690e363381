//! The result of reading a plain document: the range of its JSON, and the object's name.

use std::ops::Range;

/// One document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainDocument {
    pub(super) json: Range<usize>,
    /// The offset where the document begins.
    pub start: usize,
    /// The `apiVersion`, as a range of the text; these six are there if they are strings.
    pub api_version: Option<Range<usize>>,
    /// The `kind`.
    pub kind: Option<Range<usize>>,
    /// The `metadata.namespace`.
    pub namespace: Option<Range<usize>>,
    /// The `metadata.name`.
    pub name: Option<Range<usize>>,
    /// The `metadata.generateName`.
    pub generate_name: Option<Range<usize>>,
    /// The `metadata.resourceVersion`.
    pub resource_version: Option<Range<usize>>,
}
