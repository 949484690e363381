//! Nodes of plain texts, with the same spans as those of [`parse`](super::super::parse).

use super::super::scalar::Scalar;
use super::super::{Member, Node, Span, Value};
use super::sink::Sink;
use std::borrow::Cow;

/// Builds the nodes of documents.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) documents: Vec<Node>,
    open: Vec<Open>,
}

/// A collection whose parts are being read.
struct Open {
    start: u32,
    parts: Parts,
}

enum Parts {
    List(Vec<Node>),
    /// A mapping, with the key whose value comes next.
    Map(Vec<Member>, Option<(String, Span)>),
}

impl Nodes {
    fn add(&mut self, node: Node) {
        match self.open.last_mut().map(|open| &mut open.parts) {
            None => self.documents.push(node),
            Some(Parts::List(items)) => items.push(node),
            Some(Parts::Map(members, key)) => {
                let (key, key_span) = key.take().unwrap_or_default();
                members.push(Member { key, key_span, value: node });
            }
        }
    }
}

impl Sink for Nodes {
    fn document(&mut self) {}

    fn open(&mut self, is_map: bool, start: usize) {
        let parts = if is_map { Parts::Map(Vec::new(), None) } else { Parts::List(Vec::new()) };
        self.open.push(Open { start: span(start, start).start, parts });
    }

    fn close(&mut self, _is_map: bool, end: Option<usize>) {
        let Some(open) = self.open.pop() else { return };
        let (value, last) = match open.parts {
            Parts::List(items) => {
                let last = items.last().map(|item| item.span.end);
                (Value::Array(items), last)
            }
            Parts::Map(members, _) => {
                let last = members.last().map(|member| member.value.span.end);
                (Value::Object(members), last)
            }
        };
        let end = end.map(|end| span(end, end).end).or(last).unwrap_or(open.start);
        self.add(Node { span: Span { start: open.start, end }, value });
    }

    fn key(&mut self, name: &str, start: usize, end: usize) {
        if let Some(Open { parts: Parts::Map(_, key), .. }) = self.open.last_mut() {
            *key = Some((name.to_owned(), span(start, end)));
        }
    }

    fn text(&mut self, text: Cow<'_, str>, start: usize, end: usize) {
        self.add(Node { span: span(start, end), value: Value::String(text.into_owned()) });
    }

    fn json_text(&mut self, quoted: &str, start: usize, end: usize) {
        let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        let mut text = String::with_capacity(inner.len());
        let mut rest = inner;
        while let Some((before, escape)) = rest.split_once('\\') {
            text.push_str(before);
            let mut characters = escape.chars();
            text.extend(characters.next().map(|escape| match escape {
                'n' => '\n',
                't' => '\t',
                other => other,
            }));
            rest = characters.as_str();
        }
        text.push_str(rest);
        self.add(Node { span: span(start, end), value: Value::String(text) });
    }

    fn scalar(&mut self, scalar: Scalar, text: &str, start: usize, end: usize) -> Option<()> {
        let value = scalar.into_value(Cow::Borrowed(text))?;
        self.add(Node { span: span(start, end), value });
        Some(())
    }
}

/// Texts beyond 4 GiB are refused before they are read.
fn span(start: usize, end: usize) -> Span {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { start: narrow(start), end: narrow(end) }
}
