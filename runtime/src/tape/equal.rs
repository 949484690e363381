//! Equality of decoded values, bytes first.
//!
//! An integer and a float differ even when their values do not; members are compared
//! without order, items in order. apimachinery: equality.Semantic.DeepEqual on unstructured.

use alloc::vec::Vec;

use super::{CHANGED, Entry, Kind, Tape};

/// Whether two values of two tapes are the same once decoded.
pub(crate) fn equal(a: Tape<'_>, at_a: u32, b: Tape<'_>, at_b: u32) -> bool {
    // Most are equal at the first look; the stack allocates only where one is not.
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
            Kind::Null | Kind::False | Kind::True => {}
            Kind::Int => {
                if a.text(&x) != b.text(&y) && a.int(&x) != b.int(&y) {
                    return false;
                }
            }
            Kind::Float => {
                if a.float(&x) != b.float(&y) {
                    return false;
                }
            }
            Kind::String => {
                if a.string(&x) != b.string(&y) {
                    return false;
                }
            }
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
        }
    }
    true
}

/// Whether both stand unchanged and are written alike.
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
    pub(crate) fn int(&self, entry: &Entry) -> i64 {
        core::str::from_utf8(self.text(entry)).ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    }

    /// The value of a number entry as the server holds floats.
    pub(crate) fn float(&self, entry: &Entry) -> f64 {
        core::str::from_utf8(self.text(entry)).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
    }
}
