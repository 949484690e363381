//! One level of a JSON value: its members or items as slices of the text.
//!
//! Easy to break: nothing here is checked, since crdc has decoded the text or made it. A text that is not JSON gives `None`,
//! and is then replaced as a whole.

use std::borrow::Cow;
use std::collections::HashMap;

/// Members of an object, in the order of the text.
pub(super) struct Members<'t> {
    pub(super) all: Vec<(Cow<'t, str>, &'t [u8])>,
    /// By key, for objects in which looking through all of them takes long.
    index: Option<HashMap<String, usize>>,
}

/// Up to so many members are compared one by one.
const FEW: usize = 12;

impl<'t> Members<'t> {
    /// The members of an object; `None` if the text is something else or a key is there twice.
    pub(super) fn of(text: &'t [u8]) -> Option<Self> {
        let mut all = Vec::new();
        let mut at = open(text, b'{')?;
        if text.get(at) != Some(&b'}') {
            loop {
                let key_end = skip_value(text, at)?;
                let key = string(text.get(at..key_end)?)?;
                at = skip_space(text, key_end);
                if text.get(at) != Some(&b':') {
                    return None;
                }
                let start = skip_space(text, at + 1);
                let end = skip_value(text, start)?;
                all.push((key, text.get(start..end)?));
                at = skip_space(text, end);
                match text.get(at)? {
                    b',' => at = skip_space(text, at + 1),
                    b'}' => break,
                    _ => return None,
                }
            }
        }
        let index = (all.len() > FEW).then(|| {
            all.iter().enumerate().map(|(place, (key, _))| (key.clone().into_owned(), place)).collect()
        });
        let members = Members { all, index };
        members.is_distinct().then_some(members)
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'t [u8]> {
        let place = match &self.index {
            Some(index) => *index.get(key)?,
            None => self.all.iter().position(|(found, _)| found == key)?,
        };
        self.all.get(place).map(|(_, value)| *value)
    }

    fn is_distinct(&self) -> bool {
        match &self.index {
            Some(index) => index.len() == self.all.len(),
            None => self
                .all
                .iter()
                .enumerate()
                .all(|(place, (key, _))| self.all.iter().take(place).all(|(other, _)| other != key)),
        }
    }
}

/// The items of a list; `None` if the text is something else.
pub(super) fn items(text: &[u8]) -> Option<Vec<&[u8]>> {
    let mut at = open(text, b'[')?;
    let mut all = Vec::new();
    if text.get(at) == Some(&b']') {
        return Some(all);
    }
    loop {
        let end = skip_value(text, at)?;
        all.push(text.get(at..end)?);
        at = skip_space(text, end);
        match text.get(at)? {
            b',' => at = skip_space(text, at + 1),
            b']' => return Some(all),
            _ => return None,
        }
    }
}

/// Whether two plain values are the same: strings by what they mean, anything else by its text.
pub(super) fn same_plain(one: &[u8], other: &[u8]) -> bool {
    one == other || matches!((string(one), string(other)), (Some(one), Some(other)) if one == other)
}

/// Without white space around it.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    text.trim_ascii()
}

/// The content of a string.
fn string(text: &[u8]) -> Option<Cow<'_, str>> {
    let content = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    if content.contains(&b'\\') {
        return serde_json::from_slice::<String>(text).ok().map(Cow::Owned);
    }
    std::str::from_utf8(content).ok().map(Cow::Borrowed)
}

/// The first position in a container that starts with `bracket`.
fn open(text: &[u8], bracket: u8) -> Option<usize> {
    (text.first() == Some(&bracket)).then(|| skip_space(text, 1))
}

fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// The position after the value that starts at `at`.
fn skip_value(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => {
                let end = crdc::__private::json::string_end(text, at + 1);
                at = (end < text.len()).then_some(end + 1)?;
            }
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth > 0 => {
                at += 1;
                continue;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => return None,
            _ => {
                let rest = text.get(at..)?;
                let ends = |byte: &u8| {
                    matches!(
                        byte,
                        b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r' | b'"' | b':' | b'{' | b'['
                    )
                };
                at += rest.iter().position(ends).unwrap_or(rest.len());
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}
