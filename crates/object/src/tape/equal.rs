//! Compares decoded values; bytes are compared first.
//!
//! An integer and a float differ even if their values are equal. Members are compared without order, items in
//! order. apimachinery: equality.Semantic.DeepEqual on unstructured.

use alloc::vec::Vec;

use super::{CHANGED, Entry, Kind, MAP_KEY, TOUCHED, Tape};

/// The first difference of two values: an entry of each, with equal values before them on both sides, child
/// by child. `None` if their members have different orders.
pub type First = Option<[u32; 2]>;

/// Whether two values of two tapes are equal once decoded.
#[inline]
pub fn equal(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> bool {
    differ(a, at_a, b, at_b).is_ok()
}

/// Like [`equal`]; the error is the first difference.
pub fn differ(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> Result<(), First> {
    match in_step(a, at_a, b, at_b) {
        Some(found) => found.map_err(Some),
        None if in_any_order(a, at_a, b, at_b) => Ok(()),
        None => Err(None),
    }
}

/// The first difference of two values, or `Err(None)` if their members have different orders: the values may
/// be equal nevertheless. Allocates nothing.
pub fn differ_in_step(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> Result<(), First> {
    in_step(a, at_a, b, at_b).map_or(Err(None), |found| found.map_err(Some))
}

/// Whether two values that the same schema decoded have the same bytes, so that they are equal. Equal values
/// can have different bytes.
#[inline]
pub fn same_bytes(a: Tape<'_>, x: &Entry, b: Tape<'_>, y: &Entry) -> bool {
    // Decoding changes equal texts equally, by defaults above all; later steps do not.
    let only_decoded = (x.flags ^ y.flags) & CHANGED == 0 && (x.flags | y.flags) & TOUCHED == 0;
    let are_containers = x.is_container() && y.is_container();
    (only_decoded || !are_containers) && a.text(x) == b.text(y)
}

/// Compares both values in step; `None` if their members have different orders. Equal numbers of children
/// everywhere mean equal shapes.
fn in_step(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> Option<Result<(), [u32; 2]>> {
    let (mut i, mut j) = (at_a, at_b);
    let end = a.after(at_a);
    while i < end {
        let (x, y) = (a.entry(i), b.entry(j));
        if i != at_a && !same_key(a, &x, b, &y) {
            return None;
        }
        if x.kind != y.kind {
            return Some(Err([i, j]));
        }
        if same_text(a, &x, b, &y) {
            (i, j) = (a.after(i), b.after(j));
        } else if x.is_container() {
            if a.children(i).count() != b.children(j).count() {
                return Some(Err([i, j]));
            }
            (i, j) = (i + 1, j + 1);
        } else if same_scalar(a, &x, b, &y) {
            (i, j) = (i + 1, j + 1);
        } else {
            return Some(Err([i, j]));
        }
        while i < end && a.entry(i).is_dead() {
            i = a.after(i);
        }
        while j < b.entries.len() as u32 && b.entry(j).is_dead() {
            j = b.after(j);
        }
    }
    Some(Ok(()))
}

/// Whether two members have the same key. Tapes of the same schema have the same field numbers.
fn same_key(a: Tape<'_>, x: &Entry, b: Tape<'_>, y: &Entry) -> bool {
    (x.field == y.field && x.field & MAP_KEY == 0) || a.raw_key(x) == b.raw_key(y)
}

/// Whether two scalars of one kind are equal.
fn same_scalar(a: Tape<'_>, x: &Entry, b: Tape<'_>, y: &Entry) -> bool {
    match x.kind {
        Kind::Int => a.text(x) == b.text(y) || a.int(x) == b.int(y),
        Kind::Float => a.float(x) == b.float(y),
        Kind::String => a.string(x) == b.string(y),
        Kind::Null | Kind::False | Kind::True => true,
        Kind::Array | Kind::Object => false,
    }
}

/// Compares members in any order.
fn in_any_order(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> bool {
    let mut todo: Vec<(u32, u32)> = Vec::new();
    let mut next = Some((at_a, at_b));
    while let Some((at_a, at_b)) = next.or_else(|| todo.pop()) {
        next = None;
        let (x, y) = (a.entry(at_a), b.entry(at_b));
        if x.kind != y.kind {
            return false;
        }
        if same_text(a, &x, b, &y) {
            continue;
        }
        match x.kind {
            Kind::Array => {
                let (mut left, mut right) = (a.children(at_a), b.children(at_b));
                loop {
                    match (left.next(), right.next()) {
                        (None, None) => break,
                        (Some(l), Some(r)) => todo.push((l, r)),
                        _ => return false,
                    }
                }
            }
            Kind::Object => {
                let (left, right) = (members(a, at_a), members(b, at_b));
                if left.len() != right.len() {
                    return false;
                }
                for (l, r) in left.iter().zip(&right) {
                    if l.0 != r.0 {
                        return false;
                    }
                    todo.push((l.1, r.1));
                }
            }
            _ => {
                if !same_scalar(a, &x, b, &y) {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether both values are unchanged and have equal texts.
fn same_text(a: Tape<'_>, x: &Entry, b: Tape<'_>, y: &Entry) -> bool {
    !x.has(CHANGED) && !y.has(CHANGED) && a.text(x) == b.text(y)
}

/// Live members by key, sorted.
fn members<'t>(tape: Tape<'t>, at: u32) -> Vec<(&'t [u8], u32)> {
    let mut members: Vec<_> =
        tape.children(at).map(|child| (tape.raw_key(&tape.entry(child)), child)).collect();
    members.sort_unstable();
    members
}

impl Tape<'_> {
    /// The value of an integer entry.
    #[inline]
    pub fn int(&self, entry: &Entry) -> i64 {
        let text = self.text(entry);
        if text.len() <= 18 && text.iter().all(u8::is_ascii_digit) {
            return text.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
        }
        core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// The value of a number entry as the server holds floats.
    #[inline]
    pub fn float(&self, entry: &Entry) -> f64 {
        core::str::from_utf8(self.text(entry)).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
    }
}
