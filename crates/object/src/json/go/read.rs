//! Reads JSON text to a [`Tree`], for texts without a [`super::syntax_error`]. Easy to break: a number beyond
//! float64 does not stop reading; the first one is the error, even inside a member that a later duplicate
//! replaces.
// sigs.k8s.io/json: internal/golang/encoding/json/decode.go

use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

use super::syntax::syntax_error;
use super::tree::Tree;
use crate::json::{escape, scan};

/// A list or object that is not closed yet.
enum Open {
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>, Option<String>),
}

impl Tree {
    /// Reads `text` by Go's rules; the last of several members with one name is kept.
    ///
    /// # Errors
    /// The message of the first syntax error, otherwise of the first number beyond float64.
    pub fn parse(text: &[u8]) -> Result<Tree, String> {
        if let Some(error) = syntax_error(text) {
            return Err(error);
        }
        let (tree, error) = read(text);
        error.map_or(Ok(tree), Err)
    }
}

/// The value of a well-formed text, and the first decode error.
fn read(text: &[u8]) -> (Tree, Option<String>) {
    let (mut tree, error) = read_members(text);
    if let Tree::Object(members) = &mut tree {
        keep_last(members);
    }
    (tree, error)
}

/// The members of a well-formed text, with all duplicates at the root, in order, and the first decode error.
pub fn read_members(text: &[u8]) -> (Tree, Option<String>) {
    let mut stack = Vec::new();
    let mut error = None;
    let mut at = 0;
    // The text is well formed, so commas, colons and spaces can be skipped.
    while let Some(&byte) = text.get(at) {
        let start = at;
        at += 1;
        let value = match byte {
            b'{' => {
                stack.push(Open::Object(Vec::new(), None));
                continue;
            }
            b'[' => {
                stack.push(Open::Array(Vec::new()));
                continue;
            }
            b'}' | b']' => match stack.pop() {
                Some(Open::Array(items)) => Tree::Array(items),
                Some(Open::Object(mut members, _)) => {
                    if !stack.is_empty() {
                        keep_last(&mut members);
                    }
                    Tree::Object(members)
                }
                None => continue,
            },
            b'"' => {
                let (string, end) = unquote(text, at);
                at = end;
                if let Some(Open::Object(_, key @ None)) = stack.last_mut() {
                    *key = Some(string);
                    continue;
                }
                Tree::String(string)
            }
            b't' | b'f' | b'n' => {
                while text.get(at).is_some_and(u8::is_ascii_alphabetic) {
                    at += 1;
                }
                if byte == b'n' { Tree::Null } else { Tree::Bool(byte == b't') }
            }
            b'-' | b'0'..=b'9' => {
                while text
                    .get(at)
                    .is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
                {
                    at += 1;
                }
                number(&text[start..at]).unwrap_or_else(|message| {
                    error.get_or_insert(message);
                    Tree::Null
                })
            }
            _ => continue,
        };
        match stack.last_mut() {
            Some(Open::Array(items)) => items.push(value),
            Some(Open::Object(members, key)) => members.extend(key.take().map(|key| (key, value))),
            None => return (value, error),
        }
    }
    (Tree::Null, error)
}

/// Keeps the last of several members with one name.
fn keep_last(members: &mut Vec<(String, Tree)>) {
    let last: BTreeMap<&str, usize> =
        members.iter().enumerate().map(|(index, (key, _))| (key.as_str(), index)).collect();
    if last.len() == members.len() {
        return;
    }
    let mut kept: Vec<usize> = last.into_values().collect();
    kept.sort_unstable();
    *members = kept.into_iter().filter_map(|index| members.get_mut(index).map(core::mem::take)).collect();
}

/// An int64 if the number has no point and fits, otherwise a float64.
fn number(text: &[u8]) -> Result<Tree, String> {
    let text = core::str::from_utf8(text).unwrap_or_default();
    if let Ok(int) = text.parse() {
        return Ok(Tree::Int(int));
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(Tree::Float(float)),
        _ => Err(format!("json: cannot unmarshal number {text} into Go value of type float64")),
    }
}

/// The string whose opening quote is before `at`, and the offset after its closing quote.
fn unquote(text: &[u8], at: usize) -> (String, usize) {
    let end = scan::string_end(text, at);
    // The text is well formed, so there is content.
    (escape::lossy_content(text.get(at..end).unwrap_or_default()).unwrap_or_default(), end + 1)
}
