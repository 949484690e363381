//! Reads a large list of objects, such as the output of `kubectl get -o yaml`, some items at a time. In: the
//! text of one document. Out: the ranges of its items, if it can be divided between them.
//!
//! Only the form that tools write is supported: keys of the root at the beginning of lines, and an item at
//! each `- ` below `items:`; in JSON, any form. Easy to break: a text over several lines may contain a line
//! like an item. But then one of the parts has an error, and the whole text is read at once.

use super::{Member, Node, Source, Value, parse, shift};
use std::ops::Range;

/// A list that is divided into parts.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The document without its items.
    outer: Node,
    /// Items next to each other.
    pub(super) ranges: Vec<Range<usize>>,
    is_json: bool,
}

/// The result of reading a text.
struct ReadItems {
    /// All items, from the first to the last.
    inner: Range<usize>,
    /// The start of each.
    starts: Vec<usize>,
}

impl List {
    /// Divides a text that is one list of objects into pieces of at least `length` bytes.
    pub(super) fn of(source: &Source, length: usize, is_json: bool) -> Option<List> {
        let text = source.text.as_str();
        let ReadItems { inner, starts } = if is_json { in_json(text)? } else { in_yaml(text)? };
        let (head, tail) = (text.get(..inner.start)?, text.get(inner.end..)?);
        // The comment names the file of every item.
        if head.contains("# Source: ") {
            return None;
        }
        let (documents, problems) = parse(&Source::new(source.name.as_str(), format!("{head}{tail}")));
        let [Node { span, value: Value::Object(members) }] = &documents[..] else { return None };
        let is_list = |member: &Member| {
            member.key == "kind" && member.value.as_str().is_some_and(|kind| kind.ends_with("List"))
        };
        let at = members.iter().position(|member| member.key == "items")?;
        if !problems.is_empty() || !members.iter().any(is_list) {
            return None;
        }
        let mut outer = Node { span: *span, value: Value::Object(members.clone()) };
        let by = u32::try_from(inner.len()).ok()?;
        outer.span.end += by;
        if let Value::Object(members) = &mut outer.value {
            for member in members.iter_mut().skip(at + 1) {
                shift::member(member, by);
            }
        }
        let mut ranges = Vec::new();
        let mut start = inner.start;
        for next in starts.into_iter().filter(|next| *next > inner.start).chain([inner.end]) {
            if next - start >= length || next == inner.end {
                ranges.push(start..next);
                start = next;
            }
        }
        Some(List { outer, ranges, is_json })
    }

    /// The text of a piece, and how many bytes of it are not in the source.
    pub(super) fn text(&self, text: &str) -> (String, u32) {
        if self.is_json {
            (format!("[{}]", text.trim_end().trim_end_matches(',')), 1)
        } else {
            (text.to_owned(), 0)
        }
    }

    /// The document with nothing but some of its items. The list itself has no place.
    pub(super) fn document(&self, items: Vec<Node>) -> Node {
        let mut document = self.outer.clone();
        let items = items.into_iter().flat_map(|items| match items.value {
            Value::Array(items) => items,
            _ => Vec::new(),
        });
        if let Value::Object(members) = &mut document.value
            && let Some(member) = members.iter_mut().find(|member| member.key == "items")
        {
            member.value.value = Value::Array(items.collect());
        }
        document
    }
}

/// The items of block style below a line `items:`.
fn in_yaml(text: &str) -> Option<ReadItems> {
    if text.contains("\n---") || text.contains("\n...") {
        return None;
    }
    let line = if text.starts_with("items:\n") { 0 } else { text.find("\nitems:\n")? + 1 };
    let first = line + "items:\n".len();
    let indent = text.get(first..)?.bytes().take_while(|byte| *byte == b' ').count();
    let (mut starts, mut at) = (Vec::new(), first);
    for line in text.get(first..)?.split_inclusive('\n') {
        let is_item = line.get(indent..).is_some_and(|rest| rest.starts_with("- "))
            && line.bytes().take(indent).all(|byte| byte == b' ');
        if is_item {
            starts.push(at);
        } else if !line.starts_with([' ', '\n', '#']) {
            break;
        }
        at += line.len();
    }
    (starts.first() == Some(&first)).then_some(ReadItems { inner: first..at, starts })
}

/// The items of an object of JSON.
fn in_json(text: &str) -> Option<ReadItems> {
    const SPACE: [u8; 4] = *b" \t\r\n";
    let (mut depth, mut quoted, mut escaped) = (0_usize, None, false);
    // The last key of the root, and the array that is its value.
    let (mut key, mut open, mut inner) = ("", None, None);
    let mut starts = Vec::new();
    let mut begins = false;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(start) = quoted {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    quoted = None;
                    if depth == 1 {
                        key = text.get(start + 1..at)?;
                    }
                }
                _ => {}
            }
            continue;
        }
        if SPACE.contains(&byte) {
            continue;
        }
        // Only one value.
        if depth == 0 && byte != b'{' || depth == 0 && at > 0 && inner.is_some() {
            return None;
        }
        if begins {
            starts.push(at);
            begins = false;
        }
        match byte {
            b'"' => quoted = Some(at),
            b'{' | b'[' => {
                depth += 1;
                if byte == b'[' && depth == 2 && key == "items" && inner.is_none() {
                    (open, begins) = (Some(at + 1), true);
                }
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 1
                    && let Some(start) = open.take()
                {
                    inner = Some(start..at);
                }
            }
            b',' if depth == 2 && open.is_some() => begins = true,
            _ => {}
        }
    }
    let inner = inner.filter(|_| depth == 0)?;
    starts.retain(|start| inner.contains(start));
    Some(ReadItems { inner, starts })
}
