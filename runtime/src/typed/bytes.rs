//! Values as bytes that are equal for equal values of stored objects in which sets have no order: members of
//! marked sets, which are compared in any order.
//!
//! In: the parts of a value, as they are visited. Out: bytes of each part between brackets, sorted unless the value is a list.
//!
//! Easy to break: variants of an enum are not written, so that two with the same names and values are equal, as their JSON is.

use alloc::vec::Vec;

use super::json;
use super::path::Step;
use super::scalar::Scalar;

/// The bytes of a value, and of the open values in it.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    pub(super) bytes: Vec<u8>,
    /// The parts of the open values, from start to end; those of inner values come after those of outer ones.
    parts: Vec<[usize; 2]>,
    /// The first of its parts for each open value.
    open: Vec<usize>,
    /// Whether the parts of the value that ends next stay in order.
    in_order: bool,
    sorted: Vec<u8>,
}

impl Bytes {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.parts.clear();
        self.open.clear();
        self.open.push(0);
        self.in_order = false;
    }

    /// Begins a part of the innermost value, which is a value itself.
    #[cold]
    pub(super) fn begin(&mut self, step: Step<'_>) {
        self.parts.push([self.bytes.len(); 2]);
        match step {
            Step::Field(name) | Step::Name(_, name) => self.scalar(Scalar::Text(name)),
            Step::Key(_, key) => key.key(&mut |text| self.scalar(Scalar::Text(text))),
            Step::Root(_) | Step::Item(_) => {}
        }
        self.bytes.push(b'(');
        self.open.push(self.parts.len());
    }

    /// Ends the innermost value.
    #[cold]
    pub(super) fn end(&mut self) {
        self.finish();
        self.bytes.push(b')');
        if let Some([_, end]) = self.parts.last_mut() {
            *end = self.bytes.len();
        }
    }

    /// Sorts the parts of the innermost value, unless they are in order.
    pub(super) fn finish(&mut self) {
        let first = self.open.pop().unwrap_or_default();
        let in_order = core::mem::take(&mut self.in_order);
        let Bytes { bytes, parts, sorted, .. } = self;
        let parts_of_it = parts.get_mut(first..).unwrap_or_default();
        if let (Some(&[start, _]), false) = (parts_of_it.first(), in_order) {
            let content = |[start, end]: [usize; 2]| bytes.get(start..end).unwrap_or_default();
            parts_of_it.sort_unstable_by(|a, b| content(*a).cmp(content(*b)));
            sorted.clear();
            parts_of_it.iter().for_each(|part| sorted.extend_from_slice(content(*part)));
            bytes.truncate(start);
            bytes.extend_from_slice(sorted);
        }
        parts.truncate(first);
    }

    /// Says whether the parts of the innermost value stay in order: those of a list do, those of a set do not.
    pub(super) fn keep_order(&mut self, in_order: bool) {
        self.in_order = in_order;
    }

    /// Writes the innermost value: a scalar.
    #[cold]
    pub(super) fn scalar(&mut self, scalar: Scalar<'_>) {
        scalar.key(&mut self.bytes);
    }

    /// Writes the innermost value: JSON without sets.
    #[cold]
    pub(super) fn json(&mut self, text: &str) {
        json::canonical(text, &mut self.bytes);
    }
}
