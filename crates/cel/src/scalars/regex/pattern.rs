//! A compiled pattern. In: a text. Out: whether, where or how often it matches.
//!
//! Easy to break: an empty match directly after another match does not count.
//
// Go: regexp/regexp.go (allMatches)

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};

use bumpalo::collections::Vec;
use crdc_vocabulary::regexp;
use regex_automata::Input;
use regex_automata::meta::{Cache, Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;

use super::tree;
use crate::arena::Arena;

/// The most memory of a compiled pattern, in bytes. Go allows more, but no sensible pattern needs it.
const MOST_BYTES: usize = 8 << 20;
/// The most levels of nested groups and repetitions. The engine recurses for each level, and a thread may
/// have little stack. Go allows 1,000.
const MOST_LEVELS: u32 = 100;
/// The most memory that a search takes besides the compiled pattern, in bytes.
const MOST_CACHE: usize = 1 << 20;

/// A compiled pattern, with the memory that searching needs.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    cache: Box<Cache>,
}

impl Pattern {
    /// Compiles `pattern`, read as Go's `regexp.Compile` reads it.
    ///
    /// # Errors
    /// Go rejects the pattern, with Go's message; or it needs too much memory.
    pub fn new(pattern: &str) -> Result<Pattern, String> {
        let tree = regexp::parse(pattern).map_err(|error| error.to_string())?;
        if tree.height > MOST_LEVELS {
            return Err(beyond(MOST_LEVELS, "levels"));
        }
        let config = Config::new()
            .nfa_size_limit(Some(MOST_BYTES))
            .hybrid_cache_capacity(MOST_CACHE)
            .which_captures(WhichCaptures::Implicit);
        match Regex::builder().configure(config).build_from_hir(&tree::engine_tree(&tree)) {
            Ok(regex) => {
                let cache = Box::new(regex.create_cache());
                Ok(Pattern { regex, cache })
            }
            Err(_) => Err(beyond(MOST_BYTES, "bytes")),
        }
    }

    /// The memory in use, in bytes.
    pub(super) fn memory(&self) -> usize {
        self.regex.memory_usage() + self.cache.memory_usage()
    }

    /// Whether the pattern matches anywhere in the text, in time linear in the text.
    pub fn is_match(&mut self, text: &str) -> bool {
        self.regex.search_half_with(&mut self.cache, &Input::new(text).earliest(true)).is_some()
    }

    /// The first match, or an empty text. Linear in the text.
    pub fn find<'t>(&mut self, text: &'t str) -> &'t str {
        let found = self.regex.search_with(&mut self.cache, &Input::new(text));
        found.and_then(|found| text.get(found.range())).unwrap_or_default()
    }

    /// The first `limit` matches; all of them if it is negative. They do not overlap.
    #[must_use]
    pub fn find_all<'a>(&mut self, arena: &'a Arena, text: &'a str, limit: i64) -> &'a [&'a str] {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut matches = Vec::new_in(arena);
        let mut from = 0;
        let mut last_end = None;
        while from <= text.len() && matches.len() < limit {
            let input = Input::new(text).span(from..text.len());
            let Some(found) = self.regex.search_with(&mut self.cache, &input) else { break };
            let counts = !found.is_empty() || last_end != Some(found.start());
            last_end = Some(found.end());
            if found.end() > from {
                from = found.end();
            } else {
                let next = text.get(from..).and_then(|rest| rest.chars().next());
                from += next.map_or(1, char::len_utf8);
            }
            if counts {
                matches.push(text.get(found.range()).unwrap_or_default());
            }
        }
        matches.into_bump_slice()
    }
}

/// The error of a pattern that exceeds a limit of crdc. All other errors are Go's.
#[cold]
fn beyond(limit: impl core::fmt::Display, unit: &str) -> String {
    format!("the pattern needs more than {limit} {unit}, which is more than crdc compiles")
}
