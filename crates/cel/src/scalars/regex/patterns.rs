//! A cache of compiled patterns, kept between evaluations and requests: a rule that computes its pattern
//! mostly computes the same one again.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::scalars::regex::pattern::Pattern;

/// The most patterns in the cache.
const MOST_PATTERNS: usize = 16;
/// The cache is emptied before a pattern is added if it takes more bytes than this.
const MOST_BYTES: usize = 4 << 20;

/// Compiled patterns by their text, and for patterns that do not compile the error. The cache takes a few
/// megabytes at most, plus the memory of the pattern in use.
#[derive(Debug, Default)]
pub struct Patterns {
    kept: Vec<(Box<str>, Result<Pattern, String>)>,
    /// The bytes of all entries, each counted when it was added. Searching may take more later.
    bytes: usize,
}

impl Patterns {
    /// An empty cache.
    #[must_use]
    pub const fn new() -> Patterns {
        Patterns { kept: Vec::new(), bytes: 0 }
    }

    /// The compiled pattern. Allocates only if the pattern is not in the cache.
    ///
    /// # Errors
    /// See [`Pattern::new`].
    pub fn get(&mut self, pattern: &str) -> Result<&mut Pattern, &str> {
        let at = match self.kept.iter().position(|(text, _)| **text == *pattern) {
            Some(at) => at,
            None => self.add(pattern),
        };
        match self.kept.get_mut(at) {
            Some((_, Ok(pattern))) => Ok(pattern),
            Some((_, Err(reason))) => Err(reason),
            // Not reached: there is an entry at the index.
            None => Err(""),
        }
    }

    #[cold]
    fn add(&mut self, pattern: &str) -> usize {
        if self.kept.len() >= MOST_PATTERNS || self.bytes > MOST_BYTES {
            self.kept.clear();
            self.bytes = 0;
        }
        let compiled = Pattern::new(pattern);
        self.bytes += pattern.len() + compiled.as_ref().map_or_else(String::len, Pattern::memory);
        self.kept.push((pattern.into(), compiled));
        self.kept.len() - 1
    }
}
