//! Block mappings and lists.

use super::{DEEPEST, Reader};

/// Which part of an object a mapping is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    Metadata,
    Other,
}

/// Mappings of more keys are left to the other reader: keys are compared one by one.
const MOST_KEYS: usize = 64;

impl<'t> Reader<'t, '_> {
    /// A collection that begins at the position. None if it is not plain.
    pub(super) fn node(&mut self, depth: usize, place: Place) -> Option<()> {
        if depth >= DEEPEST {
            return None;
        }
        if is_item(self.line()) { self.list(depth) } else { self.mapping(depth, place) }
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let column = self.column;
        self.json.push('[');
        let mut first = true;
        while !self.ended && self.column == column && is_item(self.line()) {
            if !first {
                self.json.push(',');
            }
            first = false;
            let behind = self.line().get(1..)?;
            let spaces = behind.len() - behind.trim_start_matches(' ').len();
            let content = &behind[spaces..];
            if content.is_empty() || content.starts_with('#') {
                self.below(column, depth, Place::Other, false)?;
                continue;
            }
            self.at += 1 + spaces;
            self.column += 1 + spaces;
            if is_item(content) {
                // A list in a list on one line.
                return None;
            }
            if is_entry(content) {
                self.mapping_at(depth + 1)?;
            } else {
                self.scalar(column)?;
            }
        }
        // A line between the columns, or behind a value, is not plain.
        if !self.ended && self.column > column {
            return None;
        }
        self.json.push(']');
        Some(())
    }

    fn mapping_at(&mut self, depth: usize) -> Option<()> {
        if depth >= DEEPEST { None } else { self.mapping(depth, Place::Other) }
    }

    fn mapping(&mut self, depth: usize, place: Place) -> Option<()> {
        let (column, first_key) = (self.column, self.keys.len());
        self.json.push('{');
        while !self.ended && self.column == column {
            let line = self.line();
            if is_item(line) {
                // A list at the column of its key ends the mapping that the key is in: only a caller knows.
                break;
            }
            let (key, length) = key(line)?;
            if self.keys[first_key..].contains(&key) || self.keys.len() - first_key >= MOST_KEYS {
                return None;
            }
            if self.keys.len() > first_key {
                self.json.push(',');
            }
            self.keys.push(key);
            super::super::to_json::string(self.json, key);
            self.json.push(':');
            let behind = line.get(length..)?;
            let spaces = behind.len() - behind.trim_start_matches(' ').len();
            let content = &behind[spaces..];
            if content.is_empty() || content.starts_with('#') {
                let metadata = place == Place::Root && key == "metadata";
                self.below(column, depth, if metadata { Place::Metadata } else { Place::Other }, true)?;
                continue;
            }
            self.at += length + spaces;
            // A text without a range, or with another value than its range shows.
            let is_changed =
                content.starts_with(['|', '{', '[']) || content.contains(['\\']) || content.contains("''");
            if is_changed && place == Place::Root && key == "metadata" {
                return None;
            }
            let text = self.scalar(column)?;
            let part = match (place, key) {
                (Place::Root, "apiVersion") => &mut self.document.api_version,
                (Place::Root, "kind") => &mut self.document.kind,
                (Place::Metadata, "name") => &mut self.document.name,
                (Place::Metadata, "namespace") => &mut self.document.namespace,
                (Place::Metadata, "generateName") => &mut self.document.generate_name,
                _ => continue,
            };
            if is_changed {
                return None;
            }
            *part = text;
        }
        if !self.ended && self.column > column {
            return None;
        }
        self.keys.truncate(first_key);
        self.json.push('}');
        Some(())
    }

    /// The value on the lines below a key or a dash: a collection, or null. A list may have the column of its key.
    fn below(&mut self, column: usize, depth: usize, place: Place, is_key: bool) -> Option<()> {
        self.advance();
        let same = is_key && !self.ended && self.column == column && is_item(self.line());
        if !self.ended && (self.column > column || same) {
            return self.node(depth + 1, place);
        }
        self.json.push_str("null");
        Some(())
    }
}

/// Whether a line begins an item of a list.
fn is_item(line: &str) -> bool {
    line.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a text begins with a key.
fn is_entry(text: &str) -> bool {
    key(text).is_some()
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
        first if first.is_ascii_alphanumeric() || matches!(first, b'_' | b'/') => {
            let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'/' | b'.' | b'-');
            let end = line.bytes().position(|byte| !is_key(byte))?;
            let key = line.get(..end)?;
            // `yes: 1` and `1: 1` have other keys than their texts.
            if super::super::scalar::resolve_plain(key) != super::super::scalar::Scalar::Text {
                return None;
            }
            (key, end)
        }
        _ => return None,
    };
    match line.as_bytes().get(length..)? {
        [b':'] | [b':', b' ', ..] => Some((key, length + 1)),
        _ => None,
    }
}
