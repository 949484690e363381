//! The same operations, written to be simple: each key is searched from the root, and the object above a new
//! member is found by trying every depth.
#![allow(clippy::unwrap_used)]

use std::ops::Range;

use super::super::string;

fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

fn string_end(text: &[u8], mut at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'"') {
        return None;
    }
    loop {
        at += 1;
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 1,
            _ => {}
        }
    }
}

fn value_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => at = string_end(text, at)?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' => (depth, at) = (depth.checked_sub(1)?, at + 1),
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => return None,
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            _ => {
                let ends = |byte: &u8| b",:{[}] \t\n\r\"".contains(byte);
                at = (at..text.len()).find(|at| ends(&text[*at])).unwrap_or(text.len());
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The keys with their quotes, and where the values start, up to the first error.
fn members(text: &[u8], start: usize) -> Vec<(Range<usize>, usize)> {
    let mut all = Vec::new();
    if text.get(start) != Some(&b'{') {
        return all;
    }
    let mut at = skip_space(text, start + 1);
    loop {
        let Some(end) = string_end(text, at) else { return all };
        let colon = skip_space(text, end);
        if text.get(colon) != Some(&b':') {
            return all;
        }
        let value = skip_space(text, colon + 1);
        all.push((at..end, value));
        let Some(end) = value_end(text, value) else { return all };
        let comma = skip_space(text, end);
        if text.get(comma) != Some(&b',') {
            return all;
        }
        at = skip_space(text, comma + 1);
    }
}

fn is_key(text: &[u8], key: &Range<usize>, wanted: &str) -> bool {
    let quoted = &text[key.clone()];
    quoted[1..quoted.len() - 1] == *wanted.as_bytes() || string(quoted).is_some_and(|key| key == wanted)
}

pub(super) fn find(text: &[u8], keys: &[&str]) -> Option<Range<usize>> {
    let mut start = skip_space(text, 0);
    for key in keys {
        start = members(text, start).into_iter().find(|(found, _)| is_key(text, found, key))?.1;
    }
    Some(start..value_end(text, start)?)
}

pub(super) fn set(text: &[u8], keys: &[&str], value: &str) -> Option<Vec<u8>> {
    if let Some(range) = find(text, keys) {
        return Some([&text[..range.start], value.as_bytes(), &text[range.end..]].concat());
    }
    let depth = (0..keys.len()).rev().find(|depth| find(text, &keys[..*depth]).is_some())?;
    let object = find(text, &keys[..depth])?;
    if text[object.start] != b'{' {
        return None;
    }
    let (comma, at) = match members(text, object.start).last() {
        Some((_, value)) => (",", value_end(text, *value)?),
        None => ("", object.start + 1),
    };
    if text.get(skip_space(text, at)) != Some(&b'}') {
        return None;
    }
    let (first, below) = keys[depth..].split_first()?;
    let mut added = format!("{comma}{}:", serde_json::json!(first));
    for key in below {
        added += &format!("{{{}:", serde_json::json!(key));
    }
    added += value;
    added += &"}".repeat(below.len());
    Some([&text[..at], added.as_bytes(), &text[at..]].concat())
}
