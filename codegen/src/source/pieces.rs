//! A large text, some of its documents at a time. In: a source. Out: ranges of its text, each read on its own to the same documents,
//! problems and spans as the whole, so that the trees of a few documents are in memory and not those of all.
//!
//! Easy to break: a document with an error may end elsewhere for the reader of the whole text, so a text with any error is one piece.

use super::documents::looks_like_json;
use super::{Member, Node, Source, Span, Value, parse};
use crate::diag::{Diagnostic, Severity};
use std::ops::Range;

/// The documents of a text, which are read when they are asked for if the text is large.
///
/// ```
/// use crdc_codegen::source::{Pieces, Source, parse};
///
/// let source = Source::new("a.yaml", "kind: A\n---\nkind: B\nkind: C\n---\nkind: D\n");
/// let mut seen = 0;
/// let (pieces, problems) = Pieces::of(&source, 8, |documents| seen += documents.len());
/// assert_eq!((pieces.len(), seen), (3, 3));
/// let documents: Vec<_> = pieces.into_documents().flatten().collect();
/// assert_eq!((documents, problems), parse(&source));
/// ```
#[derive(Clone, Debug)]
pub struct Pieces<'s> {
    source: &'s Source,
    ranges: Vec<Range<usize>>,
    /// The documents, if the text is one piece.
    whole: Option<Vec<Node>>,
}

impl<'s> Pieces<'s> {
    /// Cuts a text where documents begin, into pieces of at least `length` bytes, and reads all of them for their problems, which are
    /// sorted by position. `look` has the documents meanwhile: those of each piece. Of one piece it has none: they are kept.
    pub fn of(
        source: &'s Source,
        length: usize,
        mut look: impl FnMut(Vec<Node>),
    ) -> (Pieces<'s>, Vec<Diagnostic>) {
        let pieces = Pieces { source, ranges: ranges(source, length), whole: None };
        let mut problems = Vec::new();
        for range in pieces.ranges.iter().filter(|_| pieces.ranges.len() > 1) {
            let (documents, found) = read(source, range);
            let is_error = |problem: &Diagnostic| problem.severity() == Severity::Error;
            if found.iter().any(is_error) {
                return Pieces::whole(source);
            }
            problems.extend(found);
            look(documents);
        }
        if pieces.ranges.len() > 1 { (pieces, problems) } else { Pieces::whole(source) }
    }

    fn whole(source: &'s Source) -> (Pieces<'s>, Vec<Diagnostic>) {
        let (documents, problems) = parse(source);
        (Pieces { source, ranges: Vec::new(), whole: Some(documents) }, problems)
    }

    /// How many there are.
    // A text has one.
    #[allow(clippy::len_without_is_empty)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len().max(1)
    }

    /// The documents of one piece after the other.
    pub fn into_documents(self) -> impl Iterator<Item = Vec<Node>> {
        let Pieces { source, ranges, whole } = self;
        whole.into_iter().chain(ranges.into_iter().map(|range| read(source, &range).0))
    }
}

/// What [`parse`] says of a part of a text, at the places of the whole.
fn read(source: &Source, range: &Range<usize>) -> (Vec<Node>, Vec<Diagnostic>) {
    let text = source.text.get(range.clone()).unwrap_or_default();
    let (mut documents, mut problems) = parse(&Source::new(source.name.as_str(), text));
    let by = u32::try_from(range.start).unwrap_or(u32::MAX);
    documents.iter_mut().for_each(|document| node(document, by));
    for problem in &mut problems {
        span(&mut problem.span, by);
        problem.notes.iter_mut().for_each(|(at, _)| span(at, by));
    }
    (documents, problems)
}

/// Where documents of a text begin, at least `length` bytes apart.
fn ranges(source: &Source, length: usize) -> Vec<Range<usize>> {
    let text = source.text.as_str();
    // A directive is about the document behind the marker, and JSON has no markers.
    let is_one = text.len() <= length
        || source.has_fault()
        || looks_like_json(text)
        || text.starts_with('%')
        || text.contains("\n%")
        || text.contains(['\r', '\u{feff}']);
    let mut ranges = Vec::new();
    let mut start = 0;
    if !is_one {
        for (at, _) in text.match_indices("\n---") {
            let begins =
                text.get(at + 4..).is_some_and(|rest| rest.is_empty() || rest.starts_with(['\n', ' ', '\t']));
            if begins && at + 1 - start >= length {
                ranges.push(start..at + 1);
                start = at + 1;
            }
        }
    }
    ranges.push(start..text.len());
    ranges
}

fn span(span: &mut Span, by: u32) {
    *span = Span { start: span.start.saturating_add(by), end: span.end.saturating_add(by) };
}

fn node(node: &mut Node, by: u32) {
    span(&mut node.span, by);
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| self::node(item, by)),
        Value::Object(members) => {
            for Member { key_span, value, .. } in members {
                span(key_span, by);
                self::node(value, by);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::Pieces;
    use crate::source::{Source, parse};

    #[test]
    fn pieces_are_what_the_whole_is() {
        for (text, count) in [
            ("a: 1\n---\nb: 2\n---\nc: 3\n", 3),
            ("---\na: 1\n---\n---\n--- # x\nb: |\n  x\n---\n", 5),
            ("# a\n---\n# Source: b\na: &a 1\nb: *a\n---\nc: 1\n", 3),
            ("a: 1\na: 2\n---\nb: 1\nb: 2\n", 2),
            ("a: |\n  ---\n  b\n---\nb: \"x\n\n  y\"\n--- text\n", 3),
            ("a: 1\n...\n---\nb: 1\n...\n# end\n", 2),
            ("a: ä\n---\nb: ö\n", 2),
            // One piece.
            ("%YAML 1.1\n---\na: 1\n---\nb: 1\n", 1),
            ("a: 1\n...\n%TAG ! x:\n---\nb: !y 1\n", 1),
            ("a: 'open\n---\nb: 1'\n---\nc: 1\n", 1),
            ("a: [1,\n---\nb: 1\n---\nc: 1\n", 1),
            ("a: *a\n---\nb: 1\n", 1),
            ("{\"a\": \"\n---\"}\n", 1),
            ("a: 1\r\n---\r\nb: 1\r\n", 1),
            ("a: 1\n----\nb\n", 1),
            ("", 1),
        ] {
            let source = Source::new("a.yaml", text);
            let mut seen = Vec::new();
            let (pieces, problems) = Pieces::of(&source, 1, |mut documents| seen.append(&mut documents));
            assert_eq!(pieces.len(), count, "{text}");
            let documents: Vec<_> = pieces.into_documents().flatten().collect();
            let whole = parse(&source);
            assert_eq!((&documents, &problems), (&whole.0, &whole.1), "{text}");
            assert!(count == 1 || seen == documents, "{text}");
        }
    }
}
