//! `matches`, `find` and `findAll` with a pattern that is compiled when the rule runs. `matches` with a
//! constant pattern needs no module here: the compiler makes a function of the pattern.
//!
//! `pattern` compiles a pattern and searches, `tree` converts Go's syntax tree to the tree of the engine,
//! `patterns` is a cache of compiled patterns.
//!
//! Easy to break: `find` reports a wrong pattern in other words than `matches`.
//
// cel-go: common/types/string.go (Match); apiserver: pkg/cel/library/regex.go

mod pattern;
mod patterns;
#[cfg(test)]
mod tests;
mod tree;

use alloc::format;

pub(crate) use patterns::Patterns;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// `text.matches(pattern)`: whether the pattern matches anywhere in the text.
///
/// # Errors
/// Go rejects the pattern, or it needs too much memory.
pub(crate) fn matches(patterns: &mut Patterns, text: &str, pattern: &str) -> Evaluated<bool> {
    match patterns.get(pattern) {
        Ok(pattern) => Ok(pattern.is_match(text)),
        Err(reason) => Err(EvalError::text(reason.into())),
    }
}

/// `text.find(pattern)`: the first match, or an empty text.
///
/// # Errors
/// The errors of [`matches()`].
pub(crate) fn find<'t>(patterns: &mut Patterns, text: &'t str, pattern: &str) -> Evaluated<&'t str> {
    match patterns.get(pattern) {
        Ok(pattern) => Ok(pattern.find(text)),
        Err(reason) => Err(illegal(reason)),
    }
}

/// `text.findAll(pattern, limit)`: at most `limit` matches, all of them if it is negative or not given.
///
/// # Errors
/// The errors of [`matches()`].
pub(crate) fn find_all<'a>(
    arena: &'a Arena,
    patterns: &mut Patterns,
    text: &'a str,
    pattern: &str,
    limit: Option<i64>,
) -> Evaluated<&'a [&'a str]> {
    match patterns.get(pattern) {
        Ok(pattern) => Ok(pattern.find_all(arena, text, limit.unwrap_or(-1))),
        Err(reason) => Err(illegal(reason)),
    }
}

#[cold]
fn illegal(reason: &str) -> EvalError {
    EvalError::text(format!("Illegal regex: {reason}"))
}
