//! What generated code asserts of types that the derive does not see: constants, evaluated while the user's crate is compiled.

/// Whether a type has a field of this name; of one with flattened fields, whose names are not known, any.
#[must_use]
pub const fn names(fields: &[&str], name: &str) -> bool {
    has(fields, "") || has(fields, name)
}

/// Whether an enum has this text; of what is no enum of texts, any.
#[must_use]
pub const fn admits(texts: &[&str], text: &str) -> bool {
    texts.is_empty() || has(texts, text)
}

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
const fn is_same(a: &[u8], b: &[u8]) -> bool {
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
