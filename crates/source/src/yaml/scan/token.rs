//! The tokens of YAML, as the scanner of libyaml makes them.
// go.yaml.in/yaml/v2 v2.4.3: yamlprivateh.go, yamlh.go (yaml_token_t)

use super::super::Span;
use std::borrow::Cow;

/// A token and its place.
#[derive(Clone, Debug)]
pub(in super::super) struct Token<'a> {
    pub(in super::super) kind: TokenKind<'a>,
    /// The place of the token; of a block scalar, the place of its text without the header.
    pub(in super::super) span: Span,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum TokenKind<'a> {
    StreamEnd,
    /// `%YAML` with its version.
    Version(u8, u8),
    /// `%TAG` with a handle and its prefix.
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
    /// A tag: its handle, and its suffix. The handle is empty if the suffix is the whole tag.
    Tag(String, String),
    Scalar {
        text: Cow<'a, str>,
        /// Whether the scalar is neither in quotes nor a block.
        plain: bool,
    },
}
