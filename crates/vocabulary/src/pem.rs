//! Finds the next PEM block. In: bytes with anything around the blocks. Out: a block and the bytes after it.
//! A block with a mistake is passed over. Linear: the search never goes back before an `END`.
//
// Go: encoding/pem/pem.go (Decode)

use alloc::vec::Vec;

use crate::go;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"\n-----END ";
const DASHES: &[u8] = b"-----";

/// A block.
#[derive(Debug)]
pub struct Block<'a> {
    /// The label after `BEGIN`.
    pub label: &'a [u8],
    /// Whether the block has lines such as `Proc-Type: …`.
    pub headers: bool,
    /// The content.
    pub bytes: Vec<u8>,
    /// The bytes after the block.
    pub rest: &'a [u8],
}

/// The first block.
#[must_use]
pub fn next(data: &[u8]) -> Option<Block<'_>> {
    let mut start = 0;
    loop {
        let from = data.get(start..)?;
        let end = start + find(from, END)?;
        let after = end + END.len();
        let begin = data[start..end].windows(BEGIN.len()).rposition(|part| part == BEGIN);
        let begin = begin.map(|at| start + at).filter(|at| *at == start || data[at - 1] == b'\n');
        let Some(label_at) = begin.map(|at| at + BEGIN.len()) else {
            start = after;
            continue;
        };
        let (label, mut at) = line(data, label_at);
        let Some(label) = label.strip_suffix(DASHES) else {
            // Go counts the length of this line twice.
            start = after + (at - label_at);
            continue;
        };
        let mut headers = false;
        loop {
            if at >= data.len() {
                return None;
            }
            let (text, next) = line(data, at);
            if !text.contains(&b':') {
                break;
            }
            (headers, at) = (true, next);
        }
        if let Some(block) = close(data, label, headers, at, end) {
            return Some(block);
        }
        if after < at {
            return None;
        }
        start = after;
    }
}

/// The block whose content begins at `at` and whose `END` line follows the line break at `end`.
fn close<'a>(data: &'a [u8], label: &'a [u8], headers: bool, at: usize, end: usize) -> Option<Block<'a>> {
    if headers && end < at {
        return None;
    }
    let after = end + END.len();
    let trailer = data.get(after..)?.strip_prefix(label)?.strip_prefix(DASHES)?;
    if !line(trailer, 0).0.is_empty() {
        return None;
    }
    let text: Vec<u8> = data
        .get(at..end)
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(|b| !matches!(b, b' ' | b'\t'))
        .collect();
    let bytes = go::decode_base64(&text).ok()?;
    let (_, rest) = line(data, after - 1);
    Some(Block { label, headers, bytes, rest: data.get(rest..).unwrap_or_default() })
}

/// The line that begins at `at`, without white space at its end, and where the next one begins.
fn line(data: &[u8], at: usize) -> (&[u8], usize) {
    let from = data.get(at..).unwrap_or_default();
    let (text, next) = match from.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&from[..end], at + end + 1),
        None => (from, data.len()),
    };
    let text = if next > at + text.len() { text.strip_suffix(b"\r").unwrap_or(text) } else { text };
    let blank = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (&text[..text.len() - blank], next)
}

fn find(data: &[u8], wanted: &[u8]) -> Option<usize> {
    data.windows(wanted.len()).position(|part| part == wanted)
}
