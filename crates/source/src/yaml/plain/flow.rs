//! Flow collections on one line, with scalars that need no rules of their own: `[a, "b"]`, `{cpu: 100m, gpu:
//! []}`.

use super::super::scalar::{Scalar, resolve_plain};
use super::DEEPEST;
use super::block::LONGEST_KEY;
use super::reader::Reader;
use super::sink::Sink;

/// The largest number of keys, since keys are compared one by one.
const MOST_KEYS: usize = 16;

impl<S: Sink> Reader<'_, S> {
    /// The collection that begins at an offset. Where it ends.
    pub(super) fn flow(&mut self, start: usize, depth: usize) -> Option<usize> {
        let (is_map, close) = match self.byte(start)? {
            b'{' => (true, b'}'),
            b'[' => (false, b']'),
            _ => return None,
        };
        if depth >= DEEPEST {
            return None;
        }
        self.sink.open(is_map, start);
        let mut at = self.behind_spaces(start + 1);
        let mut keys = Vec::new();
        while self.byte(at)? != close {
            if is_map {
                let key = self.word(at)?;
                let is_long = key.len() > LONGEST_KEY;
                if is_long
                    || keys.contains(&key)
                    || keys.len() >= MOST_KEYS
                    || resolve_plain(key) != Scalar::Text
                {
                    return None;
                }
                keys.push(key);
                self.sink.key(key, at, at + key.len());
                at += key.len();
                if !self.text.get(at..)?.starts_with(": ") {
                    return None;
                }
                at = self.behind_spaces(at + 1);
            }
            let end = self.item(at, depth)?;
            at = self.behind_spaces(end);
            match self.byte(at)? {
                // A comma needs a space after it here, and an item: `[a,]` is left to the other reader.
                b',' if self.byte(at + 1) == Some(b' ') => {
                    at = self.behind_spaces(at + 1);
                    if self.byte(at)? == close {
                        return None;
                    }
                }
                byte if byte == close => {}
                _ => return None,
            }
        }
        self.sink.close(is_map, Some(at + 1));
        Some(at + 1)
    }

    /// An item; where it ends.
    fn item(&mut self, at: usize, depth: usize) -> Option<usize> {
        match self.byte(at)? {
            b'{' | b'[' => self.flow(at, depth + 1),
            b'"' | b'\'' => {
                let line_end = self.at + self.line().len();
                self.quoted(at, line_end)
            }
            _ => {
                let word = self.word(at)?;
                self.plain(word, at, at + word.len())?;
                Some(at + word.len())
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }
}

impl<'t, S> Reader<'t, S> {
    /// The unquoted text at an offset: letters, digits and characters of names, up to the first other
    /// character.
    fn word(&self, at: usize) -> Option<&'t str> {
        let rest = self.text.get(at..)?;
        let is_part =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'-' | b'=');
        let end = rest.bytes().position(|byte| !is_part(byte))?;
        let word = rest.get(..end)?;
        word.starts_with(|first: char| first.is_ascii_alphanumeric()).then_some(word)
    }

    fn behind_spaces(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        at + rest.len() - rest.trim_start_matches(' ').len()
    }
}
