//! Values as bytes that are equal for equal values of stored objects in which sets have no order: members of
//! marked sets, which are compared in any order.
//!
//! In: a comparison of a value with itself, which visits all that the value has. Out: bytes of each part
//! between brackets, sorted unless the value is a list. Other comparisons are in order, and come first.
//!
//! Easy to break: every form must write its value or the values in it. Variants of an enum are not written, so
//! that two with the same names and values are equal, as their JSON is.

use alloc::vec::Vec;

use super::compare::{self, Compare, Mode};
use super::forms::Form;
use super::path::Step;
use super::work::Work;
use super::{Scalar, json};

/// The bytes of a value, and of the open values in it.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    bytes: Vec<u8>,
    /// The parts of the open values, from start to end; those of inner values come after those of outer ones.
    parts: Vec<[usize; 2]>,
    /// The first of its parts for each open value.
    open: Vec<usize>,
    /// Whether the parts of the value that ends next stay in order.
    in_order: bool,
    sorted: Vec<u8>,
}

/// Appends the bytes of a value. `own` has the buffers.
pub(super) fn append<T: ?Sized, F: Form<T>>(own: &mut Work, form: F, value: &T, out: &mut Vec<u8>) {
    match form.scalar(value) {
        Scalar::Other => {
            own.bytes.clear();
            form.compare(value, value, &mut Compare::new(own, "", Mode::Bytes));
            own.bytes.finish();
            out.extend_from_slice(&own.bytes.bytes);
        }
        scalar => scalar.key(out),
    }
}

/// Whether two values are equal if sets have no order.
#[cold]
pub(super) fn same<T: ?Sized, F: Form<T>>(work: &mut Work, form: F, new: &T, old: &T) -> bool {
    if compare::same(work, form, new, old, Mode::Stored) {
        return true;
    }
    let [mut new_bytes, mut old_bytes] = [Vec::new(), Vec::new()];
    work.inner(|own, _| {
        append(own, form, new, &mut new_bytes);
        append(own, form, old, &mut old_bytes);
    });
    new_bytes == old_bytes
}

impl Work {
    /// Passes buffers for the values of a list to `write`, and the buffers of the list.
    pub(super) fn inner<R>(&mut self, write: impl FnOnce(&mut Work, &mut Work) -> R) -> R {
        let mut own = self.inner.take().unwrap_or_default();
        own.depth = self.depth;
        let written = write(&mut own, self);
        self.inner = Some(own);
        written
    }
}

impl Compare<'_> {
    /// Writes a value of a type with rules that is a scalar, such as a variant without data.
    #[cold]
    pub(super) fn writes_scalar(&mut self, scalar: Scalar<'_>) -> bool {
        let is_scalar = !matches!(scalar, Scalar::Other);
        if is_scalar {
            self.work.bytes.scalar(scalar);
        }
        is_scalar
    }
}

impl Bytes {
    fn clear(&mut self) {
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
    fn finish(&mut self) {
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
