//! The keys of list maps, as constants of generated code.

use super::scalar::Literal;

/// A key of a list map.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name of a field of the items.
    pub name: &'static str,
    /// The number of the field. For a type without rules, out of range.
    pub index: usize,
    /// Its default value.
    pub default: Option<Literal>,
}

impl Key {
    /// The field of this name, or one that is always absent.
    pub(super) const fn of_fields(fields: &[&str], defaults: &[Option<Literal>], name: &'static str) -> Key {
        let mut index = 0;
        while index < fields.len() {
            if is_same(fields[index].as_bytes(), name.as_bytes()) {
                let default = if index < defaults.len() { defaults[index] } else { None };
                return Key { name, index, default };
            }
            index += 1;
        }
        Key { name, index: usize::MAX, default: None }
    }
}

/// `==`, which is not available in constants.
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
