//! Groups characters into classes. In: the sets of a program. Out: classes of characters that no set
//! distinguishes.
//!
//! Easy to break: surrogates do not occur in valid text, so they belong to the class before them and never
//! form their own.

use crdc_vocabulary::regexp::MAX;
use crdc_vocabulary::regexp::program::Program;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The kinds of character that the conditions distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CharKind {
    Newline,
    Word,
    Other,
}

impl CharKind {
    pub(crate) fn of(c: u32) -> Self {
        match u8::try_from(c) {
            Ok(b'\n') => CharKind::Newline,
            Ok(b) if b == b'_' || b.is_ascii_alphanumeric() => CharKind::Word,
            _ => CharKind::Other,
        }
    }
}

/// The classes of characters that a program does not distinguish.
#[derive(Clone, Debug)]
pub struct Alphabet {
    /// The start of a class; it extends to the next. The first begins at 0.
    pub starts: Vec<(u32, usize)>,
    /// The kind of the characters of a class.
    pub(super) kinds: Vec<CharKind>,
    /// By class: the sets that contain it, in order. Most classes are in few sets, even in patterns with
    /// many.
    pub sets: Vec<Vec<usize>>,
}

/// The edges of what the conditions distinguish: newline, digits, letters, underscore.
const KIND_EDGES: [u32; 10] = [10, 11, 0x30, 0x3A, 0x41, 0x5B, 0x5F, 0x60, 0x61, 0x7B];

impl Alphabet {
    /// Groups the characters of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        // At each edge, the sets that begin or end there.
        let mut edges: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        edges.entry(0).or_default();
        for (index, set) in program.sets.iter().enumerate() {
            for &(lo, hi) in set.ranges() {
                edges.entry(scalar(lo)).or_default().push(index);
                if hi < MAX {
                    edges.entry(scalar(hi + 1)).or_default().push(index);
                }
            }
        }
        let by_kind = program.looks_at_chars();
        if by_kind {
            for edge in KIND_EDGES {
                edges.entry(edge).or_default();
            }
        }
        let mut numbers = HashMap::new();
        let mut alphabet = Alphabet { starts: Vec::new(), kinds: Vec::new(), sets: Vec::new() };
        let mut active: BTreeSet<usize> = BTreeSet::new();
        for (edge, changes) in edges {
            for set in changes {
                // A set that ends here is removed, one that begins here is added.
                if !active.remove(&set) {
                    active.insert(set);
                }
            }
            let kind = if by_kind { CharKind::of(edge) } else { CharKind::Other };
            let key: (Vec<usize>, CharKind) = (active.iter().copied().collect(), kind);
            let fresh = numbers.len();
            let class = *numbers.entry(key).or_insert(fresh);
            if class == fresh {
                alphabet.kinds.push(kind);
                alphabet.sets.push(active.iter().copied().collect());
            }
            if alphabet.starts.last().is_none_or(|&(_, last)| last != class) {
                alphabet.starts.push((edge, class));
            }
        }
        alphabet
    }

    /// The number of classes.
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn class_of(&self, c: u32) -> usize {
        let after = self.starts.partition_point(|&(start, _)| start <= c);
        self.starts.get(after.wrapping_sub(1)).map_or(0, |&(_, class)| class)
    }

    /// The class of all characters from `lo` to `hi`, if they are in the same one.
    pub(super) fn uniform(&self, lo: u32, hi: u32) -> Option<usize> {
        let after = self.starts.partition_point(|&(start, _)| start <= lo);
        let ends = self.starts.get(after).is_none_or(|&(start, _)| start > hi);
        ends.then(|| self.class_of(lo))
    }
}

/// An edge among the surrogates moves to the first character after them.
fn scalar(edge: u32) -> u32 {
    if (0xD800..0xE000).contains(&edge) { 0xE000 } else { edge }
}
