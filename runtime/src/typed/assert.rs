//! What generated code asserts of types that the derive does not see: constants, evaluated while the user's crate is compiled.

/// Whether a field of this name is among these. Names of flattened fields are not known.
#[must_use]
pub const fn names(fields: &[&str], name: &str) -> bool {
    has(fields, name)
}

/// Whether an enum has this text; of what is no enum of texts, any.
#[must_use]
pub const fn admits(texts: &[&str], text: &str) -> bool {
    texts.is_empty() || has(texts, text)
}

/// Stops the compiler with these words, at the place of the call.
///
/// # Panics
///
/// Where it does not hold, which is while the user's crate is compiled.
#[track_caller]
pub const fn must(holds: bool, words: &str) {
    assert!(holds, "{}", words);
}

/// That a type has rules.
pub const fn ruled<T: super::Value>() {}

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

/// `==`, which is no constant.
pub(super) const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
