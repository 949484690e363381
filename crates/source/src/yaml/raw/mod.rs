//! Builds raw YAML trees from tokens. In: a YAML text. Out: raw YAML trees, with unresolved scalars, aliases
//! that point at their anchors, and a span for every node. Easy to break: an alias may point at a node that
//! is still open, so a collection has its place among the nodes before its children.
//
// go.yaml.in/yaml/v2 v2.4.3: parserc.go

mod collections;
mod shape;
mod tree;

pub(super) use shape::shape;
pub(super) use tree::{Raw, RawDocument, RawKind};

use super::Span;
use super::dialect::{Fault, problem};
use super::scan::{Scanned, Scanner, TokenKind, begins_document};
use crate::diag::{Code, Diagnostic};
use crate::limits::MAX_DEPTH;
use std::borrow::Cow;
use std::collections::HashMap;

/// Reads every document from the offset at which a document begins. A document that does not parse is
/// reported and left out; reading continues at the next `---`.
pub(super) fn read<'a>(text: &'a str, from: usize, problems: &mut Vec<Diagnostic>) -> Vec<RawDocument<'a>> {
    read_with(text, from, problems, &mut Vec::new())
}

/// The comments of every document, in order. In a document that does not parse, only the comments before the
/// error.
pub(super) fn comments(text: &str) -> Vec<Span> {
    let mut comments = Vec::new();
    read_with(text, 0, &mut Vec::new(), &mut comments);
    comments
}

fn read_with<'a>(
    text: &'a str,
    from: usize,
    problems: &mut Vec<Diagnostic>,
    comments: &mut Vec<Span>,
) -> Vec<RawDocument<'a>> {
    let mut documents = Vec::new();
    let mut start = from;
    loop {
        let mut reader = Reader::new(text, start);
        let ended = reader.stream(&mut documents);
        problems.append(&mut reader.scanner.problems);
        comments.append(&mut reader.scanner.comments);
        let Err(fault) = ended else { break };
        let failed = fault.0.span.start as usize;
        problems.push(*fault.0);
        match next_document(text, failed.max(start + 1)) {
            Some(next) => start = next,
            None => break,
        }
    }
    documents
}

/// The first line at or after an offset that is a `---`, also with something after it.
pub(super) fn next_document(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let begins_line =
        |at: usize| at == 0 || bytes.get(at - 1).is_some_and(|byte| matches!(byte, b'\n' | b'\r'));
    let mut at = from;
    loop {
        if begins_line(at) && begins_document(text, at) {
            return Some(at);
        }
        at += 1 + bytes.get(at..)?.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    }
}

/// The position of a node in its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodePlace {
    Flow,
    Block,
    /// A key or a value of a block mapping, which may be a list at the column of its key.
    Member,
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    document: RawDocument<'a>,
    anchors: HashMap<&'a str, usize>,
    /// The prefixes of the handles of tags, by the directives of the document.
    handles: HashMap<String, String>,
    /// The brackets that are open, innermost last.
    brackets: Vec<(Span, char)>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, start: usize) -> Self {
        Reader {
            scanner: Scanner::new(text, start),
            document: RawDocument::default(),
            anchors: HashMap::new(),
            handles: HashMap::new(),
            brackets: Vec::new(),
            depth: 0,
        }
    }

    fn stream(&mut self, documents: &mut Vec<RawDocument<'a>>) -> Scanned<()> {
        let mut is_first = true;
        // sigs.k8s.io/yaml reads nothing after a `...`; a document there is read here, like one after a
        // `---`.
        let mut is_ended = true;
        loop {
            while !is_first && self.scanner.peek()?.kind == TokenKind::DocumentEnd {
                self.scanner.skip()?;
            }
            // Not cleared: that costs as much as the largest document had.
            self.anchors = HashMap::new();
            self.handles = HashMap::new();
            let root = match self.scanner.peek()?.kind {
                TokenKind::StreamEnd => return Ok(()),
                TokenKind::Version(..) | TokenKind::TagHandle(..) | TokenKind::DocumentStart => {
                    self.explicit_document()?
                }
                _ if is_ended => self.node(NodePlace::Block)?,
                _ => return Err(self.expected("did not find expected <document start>")?),
            };
            is_first = false;
            is_ended = self.scanner.peek()?.kind == TokenKind::DocumentEnd;
            if is_ended {
                self.scanner.skip()?;
            }
            let document = std::mem::take(&mut self.document);
            if !document.is_empty() {
                documents.push(RawDocument { root: Some(root), ..document });
            }
        }
    }

    /// A document with directives or `---`.
    fn explicit_document(&mut self) -> Scanned<usize> {
        self.directives()?;
        if self.scanner.peek()?.kind != TokenKind::DocumentStart {
            return Err(self.expected("did not find expected <document start>")?);
        }
        self.scanner.skip()?;
        let next = self.scanner.peek()?;
        match next.kind {
            TokenKind::Version(..)
            | TokenKind::TagHandle(..)
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                let at = next.span.start;
                Ok(self.null(at))
            }
            _ => self.node(NodePlace::Block),
        }
    }

    // parserc.go: yaml_parser_process_directives
    fn directives(&mut self) -> Scanned<()> {
        let mut has_version = false;
        loop {
            let token = self.scanner.peek()?;
            let span = token.span;
            match &token.kind {
                TokenKind::Version(..) if has_version => {
                    return Err(problem(span, "found duplicate %YAML directive").into());
                }
                TokenKind::Version(1, 1) => has_version = true,
                TokenKind::Version(..) => {
                    return Err(problem(span, "found incompatible YAML document")
                        .label("Kubernetes reads YAML 1.1")
                        .help("remove the directive")
                        .into());
                }
                TokenKind::TagHandle(handle, prefix) => {
                    if self.handles.insert(handle.clone(), prefix.clone()).is_some() {
                        return Err(problem(span, "found duplicate %TAG directive").into());
                    }
                }
                _ => return Ok(()),
            }
            self.scanner.skip()?;
        }
    }

    /// The error of the next token.
    fn expected(&mut self, message: &'static str) -> Scanned<Fault> {
        let span = self.scanner.peek()?.span;
        Ok(problem(span, message).into())
    }

    // parserc.go: yaml_parser_parse_node
    fn node(&mut self, place: NodePlace) -> Scanned<usize> {
        if let TokenKind::Alias(name) = self.scanner.peek()?.kind {
            let span = self.scanner.skip()?;
            return Ok(self.alias(name, span));
        }
        let (mut anchor, mut tag) = (None, None);
        let mut end = None;
        loop {
            let token = self.scanner.peek()?;
            let span = token.span;
            match &token.kind {
                TokenKind::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                TokenKind::Tag(handle, rest) if tag.is_none() => {
                    let (handle, rest) = (handle.clone(), rest.clone());
                    tag = Some(self.tag(&handle, &rest, span)?);
                }
                _ => break,
            }
            self.scanner.skip()?;
            end = Some(span.end);
        }
        let is_block = place != NodePlace::Flow;
        match self.scanner.peek()?.kind {
            TokenKind::BlockEntry if place == NodePlace::Member => self.block_list(true, anchor),
            TokenKind::Scalar { .. } => {
                let token = self.scanner.take()?;
                Ok(match token.kind {
                    TokenKind::Scalar { text, plain } => self.scalar(text, plain, tag, token.span, anchor),
                    _ => self.null(token.span.start),
                })
            }
            TokenKind::FlowSequenceStart => self.flow_list(anchor),
            TokenKind::FlowMappingStart => self.flow_mapping(anchor),
            TokenKind::BlockSequenceStart if is_block => self.block_list(false, anchor),
            TokenKind::BlockMappingStart if is_block => self.block_mapping(anchor),
            _ => match end {
                Some(end) => {
                    let span = Span { start: end, end };
                    Ok(self.scalar(Cow::Borrowed(""), true, tag, span, anchor))
                }
                None => Err(self.no_content()?),
            },
        }
    }

    fn no_content(&mut self) -> Scanned<Fault> {
        if let Some(fault) = self.unclosed()? {
            return Ok(fault);
        }
        let is_item = self.scanner.peek()?.kind == TokenKind::BlockEntry && !self.brackets.is_empty();
        let span = self.scanner.peek()?.span;
        let found = problem(span, "did not find expected node content");
        Ok(if is_item {
            found
                .label("a `-` inside brackets")
                .help("separate items with commas, or put the text in quotes")
                .into()
        } else {
            found.into()
        })
    }

    /// The innermost bracket, if the document ends before it is closed.
    fn unclosed(&mut self) -> Scanned<Option<Fault>> {
        let ends = matches!(
            self.scanner.peek()?.kind,
            TokenKind::StreamEnd | TokenKind::DocumentStart | TokenKind::DocumentEnd
        );
        Ok(self.brackets.last().filter(|_| ends).map(|(open, bracket)| {
            problem(*open, format!("unclosed bracket '{bracket}'")).label("opened here").into()
        }))
    }

    fn alias(&mut self, name: &str, span: Span) -> usize {
        let kind = match self.anchors.get(name) {
            Some(node) => RawKind::Alias(*node),
            None => {
                let message = format!("unknown anchor '{name}' referenced");
                self.scanner.problems.push(
                    Diagnostic::new(Code::YamlUnknownAlias, span, message)
                        .label("no anchor with this name before it in the document"),
                );
                RawKind::Unknown
            }
        };
        self.add(kind, span, None)
    }

    fn tag(&self, handle: &str, rest: &str, span: Span) -> Scanned<String> {
        if handle.is_empty() {
            return Ok(rest.to_owned());
        }
        let default = match handle {
            "!" => Some("!"),
            "!!" => Some("tag:yaml.org,2002:"),
            _ => None,
        };
        match self.handles.get(handle).map(String::as_str).or(default) {
            Some(prefix) => Ok(format!("{prefix}{rest}")),
            None => Err(problem(span, "found undefined tag handle").into()),
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        plain: bool,
        tag: Option<String>,
        span: Span,
        anchor: Option<&'a str>,
    ) -> usize {
        let tag = tag.filter(|tag| !tag.is_empty()).map(String::into_boxed_str);
        self.add(RawKind::Scalar { text, plain, tag }, span, anchor)
    }

    /// A node for a value that is not written.
    fn null(&mut self, at: u32) -> usize {
        self.scalar(Cow::Borrowed(""), true, None, Span { start: at, end: at }, None)
    }

    fn add(&mut self, kind: RawKind<'a>, span: Span, anchor: Option<&'a str>) -> usize {
        let node = self.document.nodes.len();
        self.document.nodes.push(Raw { span, kind });
        if let Some(name) = anchor {
            self.anchors.insert(name, node);
        }
        node
    }

    /// A collection begins. Its kind is set when it ends.
    fn open(&mut self, span: Span, anchor: Option<&'a str>) -> Scanned<usize> {
        if self.depth >= MAX_DEPTH {
            let message = format!("collections are nested more than {MAX_DEPTH} deep");
            return Err(Diagnostic::new(Code::SourceTooDeep, span, message)
                .label("this one is too deep")
                .into());
        }
        self.depth += 1;
        Ok(self.add(RawKind::Unknown, span, anchor))
    }

    /// A collection ends: where, or with its last child.
    fn close(&mut self, node: usize, children: Vec<usize>, is_mapping: bool, end: Option<u32>) -> usize {
        self.depth -= 1;
        let last =
            children.last().and_then(|child| self.document.nodes.get(*child)).map(|last| last.span.end);
        if let Some(raw) = self.document.nodes.get_mut(node) {
            raw.span.end = end.or(last).unwrap_or_default().max(raw.span.start);
            raw.kind = if is_mapping { RawKind::Mapping(children) } else { RawKind::Sequence(children) };
        }
        node
    }
}

impl RawDocument<'_> {
    /// Whether the document is empty.
    fn is_empty(&self) -> bool {
        match &self.nodes[..] {
            [] => true,
            [Raw { kind: RawKind::Scalar { text, plain: true, tag: None }, span }] => {
                text.is_empty() && span.start == span.end
            }
            _ => false,
        }
    }
}
