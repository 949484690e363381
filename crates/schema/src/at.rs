//! A value of a document with its source locations.

use crdc_source::Span;

/// A value and its source location.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// The value as written.
    pub value: T,
    /// The span of the value.
    pub span: Span,
    /// The span of the key.
    pub key: Span,
}
