//! Assertions about types that the derive does not see, evaluated when the user's crate is compiled.

use super::key::is_same;
use super::value::Value;

/// Whether these fields contain a field of this name. Names of flattened fields are not known.
#[must_use]
pub const fn names(fields: &[&str], name: &str) -> bool {
    has(fields, name)
}

/// Whether an enum has this string; always true for a type that is not an enum of strings.
#[must_use]
pub const fn admits(texts: &[&str], text: &str) -> bool {
    texts.is_empty() || has(texts, text)
}

/// Asserts a condition, with this message at the position of the call.
///
/// # Panics
///
/// If it does not hold, when the user's crate is compiled.
#[track_caller]
pub const fn must(holds: bool, words: &str) {
    assert!(holds, "{}", words);
}

/// Asserts that a type has rules.
pub const fn ruled<T: Value>() {}

const fn has(all: &[&str], one: &str) -> bool {
    let mut index = 0;
    while index < all.len() {
        if is_same(all[index].as_bytes(), one.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}
