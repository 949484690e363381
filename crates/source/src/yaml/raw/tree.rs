//! A raw YAML tree: scalars are unresolved, aliases point at their anchors.

use super::super::Span;
use std::borrow::Cow;

/// One document: nodes by index.
#[derive(Debug, Default)]
pub(in super::super) struct RawDocument<'a> {
    pub(in super::super) nodes: Vec<Raw<'a>>,
    pub(in super::super) root: Option<usize>,
}

#[derive(Debug)]
pub(in super::super) struct Raw<'a> {
    pub(in super::super) span: Span,
    pub(in super::super) kind: RawKind<'a>,
}

#[derive(Debug)]
pub(in super::super) enum RawKind<'a> {
    Scalar {
        text: Cow<'a, str>,
        plain: bool,
        tag: Option<Box<str>>,
    },
    Sequence(Vec<usize>),
    /// Alternating keys and values.
    Mapping(Vec<usize>),
    /// The index of the anchored node, which may be an ancestor.
    Alias(usize),
    /// A node with a reported error; it reads as null.
    Unknown,
}
