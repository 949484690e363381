//! Tokens of YAML.

use super::super::Span;
use std::borrow::Cow;

/// A token and its place.
#[derive(Clone, Debug)]
pub(in super::super) struct Token<'a> {
    pub(in super::super) kind: Kind<'a>,
    /// Of a block scalar, its text without the header.
    pub(in super::super) span: Span,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind<'a> {
    StreamEnd,
    /// `%YAML` with its version.
    Version(u8, u8),
    /// `%TAG` with a handle and what it stands for.
    TagHandle(String, String),
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    /// A handle, which is empty if the rest is the whole tag, and the rest.
    Tag(String, String),
    Scalar {
        text: Cow<'a, str>,
        /// Without quotes, and not a block.
        plain: bool,
    },
}
