//! Members of objects that a branch says something of, where it names hundreds: found by name in a table.

use super::{ValidateFn, Validator};

/// What a branch asks of the member with a key.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key, as it is written between the quotes.
    pub key: &'static [u8],
    /// The bit that says that it was seen, where it is required.
    pub required: Option<u16>,
    /// What its value must be.
    pub validate: Option<ValidateFn>,
}

impl Validator<'_> {
    /// Validates the member at `at` if the table has its key; false where it has not. `fields` are sorted by their keys.
    pub fn named(&mut self, fields: &'static [Field], key: &[u8], at: u32, seen: &mut [u64]) -> bool {
        let Ok(place) = fields.binary_search_by(|field| field.key.cmp(key)) else { return false };
        let Some(field) = fields.get(place) else { return false };
        if let Some(bit) = field.required
            && let Some(word) = seen.get_mut(usize::from(bit) / 64)
        {
            *word |= 1 << (bit % 64);
        }
        if let Some(validate) = field.validate {
            self.member(at, validate);
        }
        true
    }
}
