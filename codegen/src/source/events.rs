//! In: the parser's events. Out: raw YAML trees, with unresolved scalars, aliases that point at their
//! anchors, and a span for every node. Easy to break: the parser reports a block collection as an empty
//! range, and the block sequence of a mapping value after its dash.

use super::dialect::{self, Token};
use super::{MAX_DEPTH, Span};
use crate::diag::{Code, Diagnostic};
use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StrInput, StructureStyle};
use std::borrow::Cow;
use std::collections::HashMap;

/// One document: nodes by index. The root is added last.
#[derive(Debug, Default)]
pub(super) struct RawDocument<'a> {
    pub(super) nodes: Vec<Raw<'a>>,
    pub(super) root: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Raw<'a> {
    pub(super) span: Span,
    pub(super) kind: RawKind<'a>,
}

#[derive(Debug)]
pub(super) enum RawKind<'a> {
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
    /// Reported; reads as null.
    Unknown,
}

/// Reads every document. One that does not parse is reported and left out; reading continues with the next.
pub(super) fn read<'a>(text: &'a str, problems: &mut Vec<Diagnostic>) -> Vec<RawDocument<'a>> {
    let options = granit_parser::options! {
        emit_comments: false,
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
    };
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader::new(text, problems);
    loop {
        match parser.next_event() {
            None => break,
            Some(Ok((event, span))) => {
                if reader.event(event, place(span)) {
                    continue;
                }
            }
            Some(Err(error)) => reader.syntax(&error),
        }
        if !reader.skip_document(&mut parser) {
            break;
        }
    }
    reader.documents
}

pub(super) fn place(span: granit_parser::Span) -> Span {
    let range = span.byte_range().unwrap_or_default();
    // The caller rejects texts that u32 cannot address.
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { start: narrow(range.start), end: narrow(range.end.max(range.start)) }
}

struct Reader<'a, 'p> {
    text: &'a str,
    problems: &'p mut Vec<Diagnostic>,
    documents: Vec<RawDocument<'a>>,
    document: RawDocument<'a>,
    stack: Vec<Frame>,
    anchors: HashMap<usize, usize>,
    /// Where the last document ended; directives of the next may follow. `None` if the document was abandoned
    /// and its end is unknown.
    outside_from: Option<u32>,
    /// The end of the last token and its kind.
    token_end: u32,
    token: Token,
}

struct Frame {
    node: usize,
    children: Vec<usize>,
    mapping: bool,
    flow: bool,
}

impl<'a, 'p> Reader<'a, 'p> {
    fn new(text: &'a str, problems: &'p mut Vec<Diagnostic>) -> Self {
        Reader {
            text,
            problems,
            documents: Vec::new(),
            document: RawDocument::default(),
            stack: Vec::new(),
            anchors: HashMap::new(),
            outside_from: Some(0),
            token_end: 0,
            token: Token::LineStart,
        }
    }

    /// Processes one event. False if the document must be abandoned.
    fn event(&mut self, event: Event<'a>, span: Span) -> bool {
        self.gap(&event, span);
        match event {
            Event::DocumentStart(_, version) => {
                if let Some(from) = self.outside_from.take() {
                    let version = version.map(|v| (v.major, v.minor));
                    let prefix = Span { start: from, end: span.start };
                    dialect::directives(self.text, prefix, version, self.problems);
                }
                self.clear();
            }
            Event::DocumentEnd => {
                self.outside_from = Some(span.end);
                let document = std::mem::take(&mut self.document);
                if !document.is_empty() {
                    self.documents.push(document);
                }
                self.clear();
            }
            Event::Scalar(text, style, anchor, tag) => self.scalar(text, style, anchor, tag, span),
            Event::SequenceStart(style, anchor, _) => {
                let start = self.sequence_start(style, span.start);
                return self.open(style, false, anchor, Span { start, ..span });
            }
            Event::MappingStart(style, anchor, _) => return self.open(style, true, anchor, span),
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(anchor) => {
                dialect::anchor_name(self.text, span, self.problems);
                let kind = self.anchors.get(&anchor).map_or(RawKind::Unknown, |n| RawKind::Alias(*n));
                self.add(kind, span);
            }
            Event::UnresolvedAlias(name) => {
                let message = format!("unknown anchor '{name}' referenced");
                self.problems.push(
                    Diagnostic::new(Code::YamlUnknownAlias, span, message)
                        .label("no anchor with this name before it in the document"),
                );
                self.add(RawKind::Unknown, span);
            }
            Event::Anchor(..) => dialect::anchor_name(self.text, span, self.problems),
            _ => {}
        }
        true
    }

    /// Checks the text between this token and the previous one.
    fn gap(&mut self, event: &Event<'_>, span: Span) {
        let token = match event {
            Event::Scalar(_, ScalarStyle::Literal | ScalarStyle::Folded, ..) => Token::LineStart,
            Event::Scalar(_, ScalarStyle::Plain, ..) if span.start < span.end => {
                Token::Plain { nested: !self.stack.is_empty() }
            }
            Event::DocumentStart(true, _) => {
                self.token_end = self.token_end.max(span.start);
                Token::Other
            }
            Event::Scalar(..)
            | Event::Alias(_)
            | Event::UnresolvedAlias(_)
            | Event::StreamEnd
            | Event::SequenceStart(StructureStyle::Flow, ..)
            | Event::MappingStart(StructureStyle::Flow, ..)
            | Event::SequenceEnd
            | Event::MappingEnd => Token::Other,
            _ => return,
        };
        if !self.stack.last().is_some_and(|frame| frame.flow) {
            let gap = Span { start: self.token_end, end: span.start };
            dialect::tabs(self.text, gap, self.token, self.problems);
        }
        if span.end > self.token_end {
            self.token_end = span.end;
            self.token = token;
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Cow<'a, granit_parser::Tag>>,
        mut span: Span,
    ) {
        let mut plain = style == ScalarStyle::Plain;
        let mut text = text;
        match style {
            // The parser inserts a `~` where nothing is written.
            ScalarStyle::Plain if span.start == span.end => text = Cow::Borrowed(""),
            ScalarStyle::Plain if self.stack.last().is_some_and(|frame| frame.flow) => {
                dialect::plain_in_flow(&text, span, self.problems);
            }
            ScalarStyle::DoubleQuoted => dialect::escapes(self.text, span, self.problems),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                if dialect::unended(self.text, span, &text) {
                    text.to_mut().pop();
                }
                span = self.trimmed(span);
            }
            _ => {}
        }
        let tag = tag.and_then(|tag| {
            let (handle, suffix) = tag.parts();
            let tag = format!("{handle}{suffix}");
            // libyaml: a lone `!` tag makes any style resolve like an unquoted scalar.
            plain |= tag == "!";
            (tag != "!").then(|| tag.into_boxed_str())
        });
        let node = self.add(RawKind::Scalar { text, plain, tag }, span);
        self.anchor(anchor, node);
    }

    /// A block scalar's range extends to the next token: removes the blank lines at its end.
    fn trimmed(&self, span: Span) -> Span {
        let written = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let mut kept = written;
        while let Some((before, last)) = kept.rsplit_once('\n') {
            if !last.trim_matches([' ', '\t', '\r']).is_empty() {
                break;
            }
            kept = before;
        }
        let kept = kept.strip_suffix('\r').unwrap_or(kept);
        let spare = u32::try_from(written.len() - kept.len()).unwrap_or_default();
        Span { end: span.end - spare, ..span }
    }

    fn open(&mut self, style: StructureStyle, mapping: bool, anchor: usize, span: Span) -> bool {
        if self.stack.len() >= MAX_DEPTH {
            self.problems.push(too_deep(span));
            return false;
        }
        let kind = if mapping { RawKind::Mapping(Vec::new()) } else { RawKind::Sequence(Vec::new()) };
        let node = self.add(kind, span);
        self.anchor(anchor, node);
        let flow = style == StructureStyle::Flow;
        self.stack.push(Frame { node, children: Vec::new(), mapping, flow });
        true
    }

    fn close(&mut self, end: Span) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let last = frame.children.last().and_then(|child| self.document.nodes.get(*child));
        let end = match last {
            _ if frame.flow => end.end,
            Some(last) => last.span.end,
            None => end.start,
        };
        if let Some(raw) = self.document.nodes.get_mut(frame.node) {
            raw.span.end = end.max(raw.span.start);
            raw.kind = if frame.mapping {
                RawKind::Mapping(frame.children)
            } else {
                RawKind::Sequence(frame.children)
            };
        }
    }

    fn add(&mut self, kind: RawKind<'a>, span: Span) -> usize {
        let node = self.document.nodes.len();
        self.document.nodes.push(Raw { span, kind });
        match self.stack.last_mut() {
            Some(frame) => frame.children.push(node),
            None => self.document.root = Some(node),
        }
        node
    }

    fn anchor(&mut self, anchor: usize, node: usize) {
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
    }

    /// The first dash of a block sequence.
    fn sequence_start(&self, style: StructureStyle, reported: u32) -> u32 {
        let value_of = self.stack.last().filter(|frame| frame.mapping && !frame.flow);
        let key = value_of.and_then(|frame| frame.children.last());
        let key = key.and_then(|key| self.document.nodes.get(*key));
        match key {
            Some(key) if style == StructureStyle::Block => {
                dialect::first_dash(self.text, key.span.end, reported).unwrap_or(reported)
            }
            _ => reported,
        }
    }

    fn clear(&mut self) {
        self.document = RawDocument::default();
        self.stack.clear();
        self.anchors.clear();
    }

    /// Abandons the document. False at the end of the text.
    fn skip_document(&mut self, parser: &mut Parser<'a, StrInput<'a>>) -> bool {
        self.clear();
        match parser.proceed_next_document() {
            Ok(more) => more,
            Err(error) => {
                self.syntax(&error);
                false
            }
        }
    }

    fn syntax(&mut self, error: &ScanError) {
        let at = error.marker().byte_offset().unwrap_or(self.text.len());
        let at = crate::text::floor_boundary(self.text, dialect::place(self.text, error.kind(), at));
        let wide = self.text[at..].chars().next().filter(|c| !c.is_control()).map_or(0, char::len_utf8);
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { start: narrow(at), end: narrow(at + wide) };
        self.problems.push(if *error.kind() == ErrorKind::RecursionLimitExceeded {
            too_deep(span)
        } else {
            dialect::syntax(self.text, error.kind(), span)
        });
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

fn too_deep(span: Span) -> Diagnostic {
    let message = format!("collections are nested more than {MAX_DEPTH} deep");
    Diagnostic::new(Code::SourceTooDeep, span, message).label("this one is too deep")
}
