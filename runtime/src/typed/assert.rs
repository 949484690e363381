//! Assertions about types whose definition the derive does not see, evaluated when the user's crate is
//! compiled.

use super::fields::{Name, find, is_same};
use super::value::Value;

/// Whether there is a field of this name; true if the names are not known.
#[must_use]
pub const fn is_field(names: Option<&[Name]>, name: &str) -> bool {
    match names {
        Some(names) => find(names, name).is_some(),
        None => true,
    }
}

/// Whether the field of this name is immutable. For a type without rules, the published schema makes it so
/// (`crates/derive/src/schema/forms.rs`).
#[must_use]
pub const fn is_held(names: Option<&[Name]>, name: &str) -> bool {
    let Some(names) = names else { return true };
    match find(names, name) {
        Some(index) => names[index].1,
        None => true,
    }
}

/// Whether an enum has this string; always true for a type that is not an enum of strings.
#[must_use]
pub const fn admits(texts: &[&str], text: &str) -> bool {
    let mut index = 0;
    while index < texts.len() {
        if is_same(texts[index], text) {
            return true;
        }
        index += 1;
    }
    texts.is_empty()
}

/// Whether the error paths of a type begin with this name; true if the type has no rules.
#[must_use]
pub const fn is_at(path: Option<&str>, name: &str) -> bool {
    match path {
        Some(path) => is_same(path, name),
        None => true,
    }
}

/// Asserts a condition, with this message at the position of the call.
///
/// # Panics
///
/// If the condition is false, when the user's crate is compiled.
#[track_caller]
pub const fn must(holds: bool, words: &str) {
    assert!(holds, "{}", words);
}

/// Asserts that a type has rules.
pub const fn ruled<T: Value>() {}
