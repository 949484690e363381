//! Sets of characters. In: ranges of code points in any order. Out: a `CharSet`, sorted, disjoint and not
//! adjacent, so that equal sets are equal values. Surrogates may be members, as in Go: they can be written
//! (`\x{D800}`), but valid text has none.

use alloc::sync::Arc;
use alloc::vec::Vec;

/// The last code point.
pub const MAX: u32 = 0x10_FFFF;

/// A set of code points. Cloning is cheap: `\pL` has some 650 ranges and may be written often.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharSet(Arc<[(u32, u32)]>);

impl CharSet {
    /// The set of these ranges, each with its first and last character.
    #[must_use]
    pub fn new(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut clean: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (lo, hi) in ranges {
            match clean.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => clean.push((lo, hi)),
            }
        }
        CharSet(clean.into())
    }

    /// The set of one character.
    #[must_use]
    pub fn single(c: u32) -> Self {
        CharSet(Arc::new([(c, c)]))
    }

    pub(super) fn any() -> Self {
        CharSet(Arc::new([(0, MAX)]))
    }

    /// The meaning of `.` without the flag `s`.
    pub(super) fn any_but_newline() -> Self {
        CharSet(Arc::new([(0, 9), (11, MAX)]))
    }

    /// The ranges in order, neither overlapping nor adjacent.
    #[must_use]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether a character is a member.
    #[must_use]
    pub fn contains(&self, c: u32) -> bool {
        let after = self.0.partition_point(|&(lo, _)| lo <= c);
        after > 0 && c <= self.0[after - 1].1
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.0.last().is_none_or(|&(_, hi)| hi < 0x80)
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        CharSet::new(self.0.iter().chain(other.0.iter()).copied().collect())
    }

    /// All other characters.
    #[must_use]
    pub fn negate(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut from = 0;
        for &(lo, hi) in self.0.iter() {
            if from < lo {
                ranges.push((from, lo - 1));
            }
            from = hi + 1;
        }
        if from <= MAX {
            ranges.push((from, MAX));
        }
        CharSet(ranges.into())
    }

    /// The characters of both sets.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        self.negate().union(&other.negate()).negate()
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.negate().union(other).negate()
    }
}
