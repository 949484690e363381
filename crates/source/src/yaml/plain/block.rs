//! Block mappings and lists.

use super::super::scalar::{Scalar, resolve_plain};
use super::DEEPEST;
use super::reader::Reader;
use super::sink::Sink;

/// The part of an object that a mapping is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectPart {
    Root,
    Metadata,
    Other,
}

/// The length from which keys have rules of their own.
pub(super) const LONGEST_KEY: usize = 1000;

/// The number of keys up to which each key is compared with those before it; more keys are sorted.
const COMPARED_KEYS: usize = 24;

impl<'t, S: Sink> Reader<'t, S> {
    /// Reads the collection of a document; `None` if it is not plain.
    pub(super) fn root(&mut self) -> Option<()> {
        self.sink.document();
        self.node(0, ObjectPart::Root)?;
        self.ended.then_some(())
    }

    /// Reads a collection that begins at the position; `None` if it is not plain.
    fn node(&mut self, depth: usize, place: ObjectPart) -> Option<()> {
        if depth >= DEEPEST {
            return None;
        }
        if is_item(self.line()) { self.list(depth) } else { self.mapping(depth, place) }
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let column = self.column;
        self.sink.open(false, self.at);
        while !self.ended && self.column == column && is_item(self.line()) {
            let after_mark = self.line().get(1..)?;
            let spaces = after_mark.len() - after_mark.trim_start_matches(' ').len();
            let content = &after_mark[spaces..];
            if content.is_empty() || content.starts_with('#') {
                self.below(column, depth, ObjectPart::Other, self.at + 1, false)?;
                continue;
            }
            self.at += 1 + spaces;
            self.column += 1 + spaces;
            if is_item(content) {
                // A list in a list on one line.
                return None;
            }
            if key(content).is_some() {
                self.mapping_at(depth + 1)?;
            } else {
                self.scalar(column)?;
            }
        }
        // A line between the columns, or after a value, is not plain.
        self.ends_scalar(column)?;
        self.sink.close(false, None);
        Some(())
    }

    fn mapping_at(&mut self, depth: usize) -> Option<()> {
        if depth >= DEEPEST { None } else { self.mapping(depth, ObjectPart::Other) }
    }

    fn mapping(&mut self, depth: usize, place: ObjectPart) -> Option<()> {
        let (column, first_key) = (self.column, self.keys.len());
        self.sink.open(true, self.at);
        while !self.ended && self.column == column {
            let line = self.line();
            if is_item(line) {
                // A list at the column of its key ends the mapping that contains the key: only a caller can
                // decide that.
                break;
            }
            let (key, length) = key(line)?;
            let keys = self.keys.get(first_key..)?;
            if keys.len() < COMPARED_KEYS && keys.contains(&key) {
                return None;
            }
            self.keys.push(key);
            self.sink.key(key, self.at, self.at + length - 1);
            let after_mark = line.get(length..)?;
            let spaces = after_mark.len() - after_mark.trim_start_matches(' ').len();
            let content = &after_mark[spaces..];
            if content.is_empty() || content.starts_with('#') {
                let metadata = place == ObjectPart::Root && key == "metadata";
                let place = if metadata { ObjectPart::Metadata } else { ObjectPart::Other };
                self.below(column, depth, place, self.at + length - 1, true)?;
                continue;
            }
            self.at += length + spaces;
            let is_flow = content.starts_with(['{', '[']);
            if is_flow && place == ObjectPart::Root && key == "metadata" {
                return None;
            }
            let text = self.scalar(column)?;
            let part = match (place, key) {
                (ObjectPart::Root, "apiVersion") => &mut self.document.api_version,
                (ObjectPart::Root, "kind") => &mut self.document.kind,
                (ObjectPart::Metadata, "name") => &mut self.document.name,
                (ObjectPart::Metadata, "namespace") => &mut self.document.namespace,
                (ObjectPart::Metadata, "generateName") => &mut self.document.generate_name,
                (ObjectPart::Metadata, "resourceVersion") => &mut self.document.resource_version,
                _ => continue,
            };
            // The value of the string differs from the text in its range.
            if text.is_changed {
                return None;
            }
            *part = text.range;
        }
        self.ends_scalar(column)?;
        let keys = self.keys.get_mut(first_key..)?;
        if keys.len() > COMPARED_KEYS {
            keys.sort_unstable();
            if keys.windows(2).any(|pair| pair.first() == pair.last()) {
                return None;
            }
        }
        self.keys.truncate(first_key);
        self.sink.close(true, None);
        Some(())
    }

    /// The value on the lines below a key or a dash: a collection, or null, whose span is empty and at
    /// `null`. A list may have the column of its key.
    fn below(
        &mut self,
        column: usize,
        depth: usize,
        place: ObjectPart,
        null: usize,
        is_key: bool,
    ) -> Option<()> {
        self.advance();
        let same = is_key && !self.ended && self.column == column && is_item(self.line());
        if !self.ended && (self.column > column || same) {
            return self.node(depth + 1, place);
        }
        self.sink.scalar(Scalar::Null, "", null, null)
    }
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    line.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The key that a line begins with, and the length up to and with its colon.
fn key(line: &str) -> Option<(&str, usize)> {
    let (key, length) = match line.as_bytes().first()? {
        quote @ (b'"' | b'\'') => {
            let end = line.bytes().skip(1).position(|byte| byte == *quote || byte == b'\\')? + 1;
            if line.as_bytes().get(end) != Some(quote) {
                return None;
            }
            (line.get(1..end)?, end + 1)
        }
        first if first.is_ascii_alphanumeric() || matches!(first, b'_' | b'/' | b'.' | b'$') => {
            let is_key =
                |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.' | b'-' | b'$');
            let end = line.bytes().position(|byte| !is_key(byte))?;
            let key = line.get(..end)?;
            // `yes: 1` and `1: 1` have other keys than their texts.
            if resolve_plain(key) != Scalar::Text {
                return None;
            }
            (key, end)
        }
        _ => return None,
    };
    match line.as_bytes().get(length..)? {
        [b':'] | [b':', b' ', ..] if length <= LONGEST_KEY => Some((key, length + 1)),
        _ => None,
    }
}
