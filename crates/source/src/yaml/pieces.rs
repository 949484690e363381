//! Reads a large text, some documents at a time. In: a source. Out: ranges of its text. Each range is read on
//! its own, with the same documents, problems and spans as in the whole text, so that only a few trees are in
//! memory at once.
//!
//! Easy to break: a document with an error may have another end for the reader of the whole text, so a text
//! with any error is one piece.

use super::documents::looks_like_json;
use super::items::List;
use super::shift::{node, span};
use super::{Node, Source, parse};
use crate::diag::{Diagnostic, Severity};
use std::ops::Range;

/// The documents of a text. If the text is large, they are read when they are needed.
///
/// ```
/// use crdc_source::{Pieces, Source, parse};
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
    /// The list whose items are in the pieces, if the text is a list.
    list: Option<List>,
    /// The documents, if the text is one piece.
    whole: Option<Vec<Node>>,
}

impl<'s> Pieces<'s> {
    /// Divides a text between documents into pieces of at least `length` bytes, and reads all of them for
    /// their problems, which are sorted by position. `look` is called with the documents of each piece. If
    /// there is only one piece, its documents are kept and `look` is not called.
    ///
    /// A list of objects is divided between its items: each piece has the whole list, with some of its items.
    pub fn of(
        source: &'s Source,
        length: usize,
        mut look: impl FnMut(Vec<Node>),
    ) -> (Pieces<'s>, Vec<Diagnostic>) {
        let mut pieces = Pieces { source, ranges: ranges(source, length), list: None, whole: None };
        if pieces.ranges.len() == 1 && source.text.len() > length && may_be_cut(source) {
            pieces.list = List::of(source, length, looks_like_json(&source.text));
            pieces.ranges = pieces.list.as_ref().map(|list| list.ranges.clone()).unwrap_or_default();
        }
        let mut problems = Vec::new();
        for range in pieces.ranges.iter().filter(|_| pieces.ranges.len() > 1) {
            let (documents, found) = pieces.read(range);
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
        (Pieces { source, ranges: Vec::new(), list: None, whole: Some(documents) }, problems)
    }

    /// The number of pieces.
    // A text has one.
    #[allow(clippy::len_without_is_empty)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.len().max(1)
    }

    /// The documents of one piece after the other.
    pub fn into_documents(self) -> impl Iterator<Item = Vec<Node>> {
        let count = self.ranges.len();
        let mut pieces = self;
        let whole = pieces.whole.take();
        whole.into_iter().chain((0..count).filter_map(move |index| {
            let range = pieces.ranges.get(index)?;
            Some(pieces.read(range).0)
        }))
    }

    /// Reads a part of the text like [`parse`], at the places of the whole.
    fn read(&self, range: &Range<usize>) -> (Vec<Node>, Vec<Diagnostic>) {
        let text = self.source.text.get(range.clone()).unwrap_or_default();
        let (text, before) = match &self.list {
            Some(list) => list.text(text),
            None => (text.to_owned(), 0),
        };
        let (mut documents, mut problems) = parse(&Source::new(self.source.name.as_str(), text));
        let by = u32::try_from(range.start).unwrap_or(u32::MAX).wrapping_sub(before);
        documents.iter_mut().for_each(|document| node(document, by));
        for problem in &mut problems {
            span(&mut problem.span, by);
            problem.notes.iter_mut().for_each(|(at, _)| span(at, by));
        }
        match &self.list {
            Some(list) => (vec![list.document(documents)], problems),
            None => (documents, problems),
        }
    }
}

/// Whether no part of a text concerns the parts after it: a directive, a mark.
fn may_be_cut(source: &Source) -> bool {
    let text = source.text.as_str();
    !(source.has_fault()
        || text.starts_with('%')
        || text.contains("\n%")
        || text.contains(['\r', '\u{feff}']))
}

/// The ranges of the documents of a text, at least `length` bytes each.
fn ranges(source: &Source, length: usize) -> Vec<Range<usize>> {
    let text = source.text.as_str();
    // JSON has no markers.
    let is_one = text.len() <= length || looks_like_json(text) || !may_be_cut(source);
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

#[cfg(test)]
mod tests {
    use super::Pieces;
    use crate::{Node, Source, Span, Value, parse};

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

    /// The documents with the items of all their pieces, which are one list.
    fn joined(mut documents: Vec<Node>) -> Vec<Node> {
        let mut first = documents.remove(0);
        for document in documents {
            let (Value::Object(first), Value::Object(next)) = (&mut first.value, document.value) else {
                continue;
            };
            for (one, other) in first.iter_mut().zip(next) {
                match (&mut one.value.value, other.value.value) {
                    (Value::Array(items), Value::Array(more)) if one.key == "items" => items.extend(more),
                    (_, other) => assert_eq!(one.value.value, other),
                }
            }
        }
        vec![first]
    }

    /// The documents with the list of their items at the beginning of the text.
    fn placed(mut documents: Vec<Node>) -> Vec<Node> {
        if let Some(Node { value: Value::Object(members), .. }) = documents.first_mut() {
            members
                .iter_mut()
                .filter(|one| one.key == "items")
                .for_each(|one| one.value.span = Span::default());
        }
        documents
    }

    #[test]
    fn lists_are_cut_between_items() {
        for (text, count) in [
            (
                "apiVersion: v1\nitems:\n- a: 1\n- b:\n  - c\n  # x\n# y\n- d: |\n    - e\nkind: List\nmetadata: {}\n",
                3,
            ),
            ("kind: AList\nitems:\n  - a: 1\n    b: 2\n\n  - c: 3\n", 2),
            ("# x\nkind: List\nitems:\n- a: 1\n  a: 2\n- b: {c: 1, c: 2}\n", 2),
            (
                "{\"kind\": \"List\", \"items\": [{\"a\": [1, {}]}, {\"b\": \"],\\\"}\"}\n,\n {\"c\": 1}], \"apiVersion\": \"v1\"}\n",
                3,
            ),
            ("{\"items\":[{\"a\":1,\"a\":2},3],\"kind\":\"List\"}", 2),
            // One piece.
            ("kind: Other\nitems:\n- a: 1\n- b: 1\n", 1),
            ("kind: List\nitems:\n- a: &a 1\n- b: *a\n", 1),
            ("kind: List\nitems:\n- a: 'x\n- y'\n- b: 1\n", 1),
            ("kind: List\nitems:\n- a: 1\n- b: 1\nkind: List\n", 1),
            ("kind: List\nitems:\n- a: 1\n- b: 1\nitems: 3\n", 1),
            ("# Source: a\nkind: List\nitems:\n- a: 1\n- b: 1\n", 1),
            ("kind: List\nitems: [a,\n b]\n", 1),
            ("kind: List\nitems:\na: 1\n", 1),
            ("{\"kind\":\"List\",\"items\":[{\"a\":1},{\"b\":}]}", 2),
            ("{\"kind\":\"List\",\"items\":[{\"a\":1},{]}", 1),
            ("{\"kind\":\"List\",\"items\":[{},{}]}{}", 1),
            ("{\"kind\":\"List\",\"items\":[{},{}],\"items\":[]}", 1),
            ("{kind: List, items: [{a: 1}, {b: 2}]}", 1),
            ("{\"a\":{\"items\":[1,2]},\"kind\":\"List\"}", 1),
            ("[{\"items\":[1,2]}]", 1),
        ] {
            let source = Source::new("a.yaml", text);
            let (pieces, problems) = Pieces::of(&source, 1, |_| ());
            assert_eq!(pieces.len(), count, "{text}");
            let documents: Vec<_> = pieces.into_documents().flatten().collect();
            let whole = parse(&source);
            let documents = if count > 1 { joined(documents) } else { documents };
            // Only the list itself has another place.
            let (documents, mut whole) = (placed(documents), whole);
            whole.0 = placed(whole.0);
            assert_eq!(
                (documents.first().map(|one| &one.value), &problems),
                (whole.0.first().map(|one| &one.value), &whole.1),
                "{text}"
            );
        }
    }
}
