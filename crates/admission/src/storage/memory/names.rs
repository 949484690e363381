//! Generated names and uids.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The characters of random suffixes: no vowels, so no words.
// apimachinery: util/rand/rand.go
const ALPHABET: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";
/// The longest prefix that is kept, so that the name has at most 63 characters.
// apiserver: storage/names/generate.go
const LONGEST_PREFIX: usize = 58;

/// A source of names and uids.
pub trait Names: Send + Sync {
    /// A name that begins with `prefix`, which is `metadata.generateName`.
    fn name(&self, prefix: &str) -> String;

    /// A uid that no other object has.
    fn uid(&self) -> String;
}

/// An `Arc` implements `Names`, so that several storages can share one source.
impl<N: Names + ?Sized> Names for Arc<N> {
    fn name(&self, prefix: &str) -> String {
        (**self).name(prefix)
    }

    fn uid(&self) -> String {
        (**self).uid()
    }
}

/// Names and uids from a seed: the same seed gives the same names and uids, in the same order.
#[derive(Debug)]
pub struct SeededNames(AtomicU64);

impl SeededNames {
    /// A source of names and uids.
    pub fn new(seed: u64) -> Self {
        SeededNames(AtomicU64::new(seed))
    }

    /// The next number of splitmix64.
    fn next(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let state = self.0.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// A clone continues from the same state, so both generate the same names and uids.
impl Clone for SeededNames {
    fn clone(&self) -> Self {
        SeededNames(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

impl Names for SeededNames {
    fn name(&self, prefix: &str) -> String {
        let end = (0..=prefix.len().min(LONGEST_PREFIX)).rev().find(|&end| prefix.is_char_boundary(end));
        let mut name = prefix[..end.unwrap_or(0)].to_owned();
        let mut random = self.next();
        for _ in 0..5 {
            name.push(char::from(ALPHABET[(random % 27) as usize]));
            random /= 27;
        }
        name
    }

    fn uid(&self) -> String {
        let (high, low) = (self.next(), self.next());
        let [a, b, c] = [high >> 32, high >> 16 & 0xffff, high & 0xfff | 0x4000];
        let [d, e] = [low >> 48 & 0x3fff | 0x8000, low & 0xffff_ffff_ffff];
        format!("{a:08x}-{b:04x}-{c:04x}-{d:04x}-{e:012x}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, SeededNames};

    #[test]
    fn names_are_repeatable_and_short() {
        let [names, again] = [SeededNames::new(7), SeededNames::new(7)];
        assert_eq!((names.name("db-"), names.uid()), (again.name("db-"), again.uid()));
        assert_ne!(names.name("db-"), names.name("db-"));
        assert_eq!(names.name(&"é".repeat(40)).len(), 58 + 5);
        let uid = names.uid();
        assert_eq!((uid.len(), &uid[14..15]), (36, "4"));
    }
}
