//! The arena of an evaluation: the memory of values that expressions create, and limits of the memory and
//! work that the cost of a rule does not count.
//!
//! CEL charges a rule for most of its work, but not for all: `==` of two maps costs a tenth of their number
//! of entries, however large the entries are, and `replace` costs nothing for the text that it creates. The
//! server does such work however long it takes. Here an evaluation has two more limits, one of bytes and one
//! of steps, which only rules that repeat such work reach. Reaching one ends the evaluation as if its cost
//! limit were exceeded, even if costs are not counted.
//!
//! Easy to break: the limits must not depend on the machine or on earlier requests, so that results are
//! always the same. So the arena counts the bytes that were requested, not the bytes that the allocator took.

pub(crate) mod classes;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell, RefMut};
use core::ops::Deref;

use bumpalo::Bump;

use super::error::{EvalError, Evaluated};
use crate::arena::classes::Classes;

/// The limit of the bytes of lists and texts that an evaluation may create. It suffices for a list of all
/// values of the largest possible object, or for thirty copies of that object.
pub(crate) const MOST_BYTES: u64 = 96 << 20;
/// The limit of the steps of uncharged work. A step takes about six nanoseconds, as long as comparing two
/// integers; longer work counts as several steps. So the limit is about a tenth of a second. Of the 27,822
/// requests of the record none takes more than 200 steps. Comparing two objects of three MiB stays below the
/// limit, whatever they contain: it takes 6 million steps for lists of objects, 8 for sets in another order,
/// 14 for list maps or maps in another order, 15 for numbers that are written differently. A server stores
/// objects of at most half that size.
pub(crate) const MOST_STEPS: u64 = 16 << 20;
/// The most bytes of memory that the arena keeps for the next evaluation.
const KEPT: usize = 4 << 20;

/// The memory of values that expressions create, reused between requests.
#[derive(Debug, Default)]
pub struct Arena {
    bump: Bump,
    bytes: Cell<u64>,
    steps: Cell<u64>,
    known: RefCell<ComputedOnce>,
}

/// The key of a comparison: the addresses of two values of tapes and of their types. An address belongs to
/// the same value until the evaluation ends.
pub(super) type Two = [usize; 6];

/// Results that an evaluation computes only once.
#[derive(Debug, Default)]
struct ComputedOnce {
    /// For pairs of large values that were compared, the result.
    equal: BTreeMap<Two, Evaluated<bool>>,
    /// Classes of large values that are equal.
    classes: Classes,
    /// The results of `join` of long lists, by the list and the separator.
    joined: BTreeMap<[usize; 5], Box<str>>,
    /// The entries of large maps that expressions made, sorted by their keys.
    sorted: BTreeMap<(usize, usize), Vec<(u64, u32)>>,
    /// For long texts, the byte offsets of some code points, and the number of all code points.
    places: BTreeMap<(usize, usize), (Vec<u32>, i64)>,
}

impl Arena {
    /// Creates an empty arena.
    #[must_use]
    pub fn new() -> Arena {
        Arena::default()
    }

    /// Frees the values of an evaluation, and keeps some of the memory.
    #[inline]
    pub fn reset(&mut self) {
        if self.bump.allocated_bytes() > KEPT {
            self.bump = Bump::new();
        }
        self.bump.reset();
        self.bytes.set(0);
        self.steps.set(0);
        let known = self.known.get_mut();
        // A value has a class only after a comparison whose result is kept.
        let is_empty = known.equal.is_empty() && known.sorted.is_empty() && known.places.is_empty();
        if !is_empty || !known.joined.is_empty() {
            *known = ComputedOnce::default();
        }
    }

    /// Counts steps of uncharged work.
    ///
    /// # Errors
    /// The evaluation takes more than its limit.
    #[inline]
    pub(super) fn work(&self, steps: usize) -> Evaluated<()> {
        let steps = self.steps.get().saturating_add(steps as u64);
        self.steps.set(steps);
        if steps > MOST_STEPS { Err(EvalError::CostLimit) } else { Ok(()) }
    }

    /// The number of steps of uncharged work so far.
    pub(super) fn worked(&self) -> u64 {
        self.steps.get()
    }

    /// Counts the reading of a text that CEL does not charge for.
    ///
    /// # Errors
    /// The evaluation takes more work than its limit.
    #[inline]
    pub(super) fn read(&self, bytes: usize) -> Evaluated<()> {
        /// The number of bytes that are read in one step.
        const IN_A_STEP: usize = 32;
        if bytes < IN_A_STEP { Ok(()) } else { self.work(bytes / IN_A_STEP) }
    }

    /// Counts the memory of a list or a text.
    ///
    /// # Errors
    /// The evaluation takes more than its limit.
    #[inline]
    pub(super) fn take(&self, bytes: usize) -> Evaluated<()> {
        let bytes = self.bytes.get().saturating_add(bytes as u64);
        self.bytes.set(bytes);
        if bytes > MOST_BYTES { Err(EvalError::CostLimit) } else { Ok(()) }
    }

    /// Counts the memory of a number of values.
    ///
    /// # Errors
    /// The evaluation takes more than its limit.
    #[inline]
    pub(super) fn take_values<T>(&self, count: usize) -> Evaluated<()> {
        self.take(count.saturating_mul(size_of::<T>()))
    }

    /// Returns the result of an evaluation, unless it exceeded a limit. This must be checked at the end,
    /// because some functions drop the error of an exceeded limit.
    ///
    /// # Errors
    /// The result's, or [`EvalError::CostLimit`].
    #[inline]
    pub(super) fn limited<T>(&self, result: Evaluated<T>) -> Evaluated<T> {
        if self.is_exhausted() { Err(EvalError::CostLimit) } else { result }
    }

    /// Whether the evaluation exceeded a limit.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.steps.get() > MOST_STEPS || self.bytes.get() > MOST_BYTES
    }

    /// Whether two large values are equal, if they were compared before.
    pub(super) fn known_equality(&self, two: &Two) -> Option<Evaluated<bool>> {
        self.known.borrow().equal.get(two).cloned()
    }

    /// Records the result of comparing two large values.
    pub(super) fn keep_equality(&self, two: Two, result: Evaluated<bool>) {
        self.known.borrow_mut().equal.insert(two, result);
    }

    /// The classes of large values.
    pub(super) fn classes(&self) -> RefMut<'_, Classes> {
        RefMut::map(self.known.borrow_mut(), |known| &mut known.classes)
    }

    /// Reads the sorted entries of a large map that an expression created. `sort` sorts them the first time.
    pub(super) fn sorted<T, R>(
        &self,
        entries: &[T],
        sort: impl FnOnce() -> Vec<(u64, u32)>,
        read: impl FnOnce(&[(u64, u32)]) -> R,
    ) -> R {
        let mut known = self.known.borrow_mut();
        read(known.sorted.entry((entries.as_ptr().addr(), entries.len())).or_insert_with(sort))
    }
}

impl Arena {
    /// Reads the recorded offsets of a long text. `find` computes them the first time.
    #[cold]
    pub(super) fn places<R>(
        &self,
        text: &str,
        find: impl FnOnce() -> (Vec<u32>, i64),
        read: impl FnOnce(&[u32], i64) -> R,
    ) -> R {
        let mut known = self.known.borrow_mut();
        let (places, count) = known.places.entry((text.as_ptr().addr(), text.len())).or_insert_with(find);
        read(places, *count)
    }

    /// The recorded result of an earlier `join`.
    pub(super) fn known_text(&self, of: &[usize; 5]) -> Option<&str> {
        self.known.borrow().joined.get(of).map(|text| &*self.alloc_str(text))
    }

    /// Records the result of a `join`.
    pub(super) fn keep_text(&self, of: [usize; 5], text: &str) {
        self.known.borrow_mut().joined.insert(of, text.into());
    }
}

/// Counts the reading of a text that is converted, for which CEL charges 1, however long the text is. Returns
/// the text.
///
/// # Errors
/// An evaluation has read too much so.
#[inline]
pub fn scanned<'a>(arena: &Arena, text: &'a str) -> Evaluated<&'a str> {
    arena.read(text.len())?;
    Ok(text)
}

impl Deref for Arena {
    type Target = Bump;

    #[inline]
    fn deref(&self) -> &Bump {
        &self.bump
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_one_evaluation() {
        let mut arena = Arena::new();
        assert_eq!(arena.work(1 << 24), Ok(()));
        assert_eq!(arena.take(96 << 20), Ok(()));
        assert!(!arena.is_exhausted());
        assert_eq!(arena.work(1), Err(EvalError::CostLimit));
        assert_eq!(arena.limited(Ok(1)), Err(EvalError::CostLimit));
        arena.reset();
        assert_eq!((arena.limited(Ok(1)), arena.take(1)), (Ok(1), Ok(())));
        assert_eq!(arena.take(usize::MAX), Err(EvalError::CostLimit));
        assert!(arena.is_exhausted());
        assert_eq!(arena.work(usize::MAX), Err(EvalError::CostLimit));
    }

    #[test]
    fn much_memory_is_not_kept() {
        let mut arena = Arena::new();
        arena.alloc_slice_fill_copy(5 << 20, 0_u8);
        arena.reset();
        assert_eq!(arena.allocated_bytes(), 0);
        arena.alloc_slice_fill_copy(1 << 10, 0_u8);
        arena.reset();
        assert!(arena.allocated_bytes() > 0);
    }
}
