//! Compiled patterns, kept between evaluations and requests. Most rules make the same pattern again.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::scalars::regex::pattern::Pattern;

/// The most patterns that are kept.
const MOST_PATTERNS: usize = 16;
/// No more are kept beside what is in use when they take this many bytes.
const MOST_BYTES: usize = 4 << 20;

/// Compiled patterns by their text, and why others do not compile. Takes a few megabytes at most, plus the
/// memory of the pattern in use.
#[derive(Debug, Default)]
pub struct Patterns {
    kept: Vec<(Box<str>, Result<Pattern, String>)>,
    /// Of all that was kept when it was compiled.
    bytes: usize,
}

impl Patterns {
    /// Keeps nothing.
    #[must_use]
    pub const fn new() -> Patterns {
        Patterns { kept: Vec::new(), bytes: 0 }
    }

    /// The compiled pattern. Allocates only if it is not kept.
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
            // There is one at each index above.
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
