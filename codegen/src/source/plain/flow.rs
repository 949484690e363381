//! Flow collections on one line, of scalars that need no rules of their own: `[a, "b"]`, `{cpu: 100m, gpu: []}`.

use super::super::scalar::{Scalar, resolve_plain};
use super::{DEEPEST, Reader};

/// Keys are compared one by one.
const MOST_KEYS: usize = 16;

impl Reader<'_, '_> {
    /// Writes the collection that a text begins with. Its length.
    pub(super) fn flow(&mut self, text: &str, depth: usize) -> Option<usize> {
        let (is_map, close) = match text.as_bytes().first()? {
            b'{' => (true, b'}'),
            b'[' => (false, b']'),
            _ => return None,
        };
        if depth >= DEEPEST {
            return None;
        }
        self.json.push(if is_map { '{' } else { '[' });
        let mut at = spaces(text, 1);
        let mut keys = Vec::new();
        let mut is_first = true;
        while *text.as_bytes().get(at)? != close {
            if !is_first {
                self.json.push(',');
            }
            is_first = false;
            if is_map {
                let key = word(text.get(at..)?)?;
                if keys.contains(&key) || keys.len() >= MOST_KEYS || resolve_plain(key) != Scalar::Text {
                    return None;
                }
                keys.push(key);
                super::super::to_json::string(self.json, key);
                self.json.push(':');
                at += key.len();
                if !text.get(at..)?.starts_with(": ") {
                    return None;
                }
                at = spaces(text, at + 1);
            }
            at = spaces(text, at + self.item(text.get(at..)?, depth)?);
            match *text.as_bytes().get(at)? {
                // A comma needs a space behind it here, and an item: `[a,]` is left to the other reader.
                b',' if text.as_bytes().get(at + 1) == Some(&b' ') => {
                    at = spaces(text, at + 1);
                    if *text.as_bytes().get(at)? == close {
                        return None;
                    }
                }
                byte if byte == close => {}
                _ => return None,
            }
        }
        self.json.push(char::from(close));
        Some(at + 1)
    }

    /// Writes an item; its length.
    fn item(&mut self, text: &str, depth: usize) -> Option<usize> {
        match text.as_bytes().first()? {
            b'{' | b'[' => self.flow(text, depth + 1),
            b'"' | b'\'' => self.quoted(text),
            _ => {
                let word = word(text)?;
                self.plain(word)?;
                Some(word.len())
            }
        }
    }
}

/// The unquoted text at the start: letters, digits and what names have, up to a character that ends it.
fn word(text: &str) -> Option<&str> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'-' | b'=');
    let end = text.bytes().position(|byte| !is_part(byte))?;
    let word = text.get(..end)?;
    word.starts_with(|first: char| first.is_ascii_alphanumeric()).then_some(word)
}

/// Moves over spaces.
fn spaces(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.len() - rest.trim_start_matches(' ').len()
}
