//! Whether values of stored objects are equal if sets have no order: members of marked sets.
//!
//! In: two values. Out: whether their bytes (`bytes.rs`) are equal, which a comparison of each value with itself writes. Other comparisons
//! are in order, and come first.
//!
//! Easy to break: every form must write its value or the values in it.

use alloc::vec::Vec;

use super::compare::{Compare, Mode};
use super::form::Form;
use super::scalar::Scalar;
use super::traversal;
use super::work::Work;

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
    if traversal::same(work, form, new, old, Mode::Stored) {
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
