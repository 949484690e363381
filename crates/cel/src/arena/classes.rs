//! Classes of equal values: the results of comparing large values in an evaluation.
//!
//! In: addresses of values, their hashes, and pairs of values that were found equal. Out: whether two values
//! are equal, if their hashes or classes decide it. `equality::hashes` computes the hashes.
//!
//! Easy to break: equality must be an equivalence for values that have a hash.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The addresses that identify a value of an object within an evaluation.
pub(crate) type Addresses = [usize; 3];

/// The values that were compared, by their addresses, with the class of each.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    known: BTreeMap<Addresses, Class>,
    /// For each hashed value the index of its parent, another value of the same class (union-find). The
    /// parent of the root of a class is the root itself.
    parents: Vec<u32>,
}

/// What is recorded about a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// The value was compared, and has not been hashed yet.
    Seen,
    /// The value was found to have no hash.
    None,
    /// The hash of the value, and its index in `parents`.
    Hashed(u64, u32),
}

impl Classes {
    /// Records two values whose comparison took long, so that the next comparison of one of them hashes it.
    pub(crate) fn see(&mut self, values: [Addresses; 2]) {
        for addresses in values {
            self.known.entry(addresses).or_insert(Class::Seen);
        }
    }

    /// The record of a value, if there is one.
    pub(crate) fn of(&self, value: Addresses) -> Option<Class> {
        self.known.get(&value).copied()
    }

    /// Records the hash of a value, or that it has none.
    pub(crate) fn insert(&mut self, value: Addresses, hash: Option<u64>) {
        let place = self.parents.len() as u32;
        let class = hash.map_or(Class::None, |hash| Class::Hashed(hash, place));
        if hash.is_some() {
            self.parents.push(place);
        }
        self.known.insert(value, class);
    }

    /// The hash of a value, and the root of its class.
    fn hashed(&mut self, value: Addresses) -> Option<(u64, u32)> {
        let Class::Hashed(hash, place) = *self.known.get(&value)? else { return None };
        let parent = |parents: &[u32], place: u32| parents.get(place as usize).copied().unwrap_or(place);
        let mut root = place;
        while parent(&self.parents, root) != root {
            // Path halving: shortens the path to the root for later searches.
            let above = parent(&self.parents, parent(&self.parents, root));
            if let Some(slot) = self.parents.get_mut(root as usize) {
                *slot = above;
            }
            root = above;
        }
        Some((hash, root))
    }

    /// Whether two values are equal, if their hashes or classes decide it.
    pub(crate) fn equality(&mut self, a: Addresses, b: Addresses) -> Option<bool> {
        let ((x, one), (y, two)) = (self.hashed(a)?, self.hashed(b)?);
        if x != y { Some(false) } else { (one == two).then_some(true) }
    }

    /// Puts two values into one class, if they have hashes.
    pub(crate) fn join(&mut self, a: Addresses, b: Addresses) {
        if let (Some((_, one)), Some((_, two))) = (self.hashed(a), self.hashed(b))
            && let Some(parent) = self.parents.get_mut(one.max(two) as usize)
        {
            *parent = one.min(two);
        }
    }

    /// The number of values with a hash.
    #[cfg(test)]
    pub(crate) fn hashed_values(&self) -> usize {
        self.parents.len()
    }
}
