//! Looks up members of objects by name in a table, for branches with hundreds of fields.

use super::{Validate, Validator};

/// The constraints of a branch on the member with a key.
#[derive(Clone, Copy, Debug)]
pub struct Field<'p> {
    /// The key, as written between quotes.
    pub key: &'p [u8],
    /// The bit that records its presence, if it is required.
    pub required: Option<u16>,
    /// The constraint on its value.
    pub validate: Option<Validate<'p>>,
}

impl<'p> Validator<'_, 'p> {
    /// Validates the member at `at` if the table has its key; otherwise returns false. `fields` are sorted by
    /// key.
    pub fn named(&mut self, fields: &'p [Field<'p>], key: &[u8], at: u32, seen: &mut [u64]) -> bool {
        let Ok(place) = fields.binary_search_by(|field| field.key.cmp(key)) else { return false };
        let Some(field) = fields.get(place) else { return false };
        if let Some(bit) = field.required
            && let Some(word) = seen.get_mut(usize::from(bit) / 64)
        {
            *word |= 1 << (bit % 64);
        }
        if let Some(validate) = field.validate {
            self.member(at, |validator| validate.run(validator));
        }
        true
    }
}
