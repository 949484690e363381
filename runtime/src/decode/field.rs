//! Fields of objects that have hundreds of them: found by name in a table. Other objects match the key's length and
//! bytes in generated code, which is faster for a few and takes a compiler minutes for thousands.

use super::{Decode, Decoder, Key, Member, Object};

/// A field that a table has.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key, as it is written between the quotes.
    pub key: &'static [u8],
    /// The field's number.
    pub number: u16,
    /// What the field is.
    pub role: Role,
    /// What decodes the value.
    pub decode: Decode,
}

/// What a field is to the object and to the list around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A field of the schema.
    Plain,
    /// The key of a list map: [`Decoder::key_field`].
    ListKey,
    /// The key of a map that has a number because it is required: [`Decoder::required_key`].
    MapKey,
}

impl Field {
    /// The field with a key. `fields` are sorted by their keys.
    #[must_use]
    pub fn find(fields: &'static [Field], key: &[u8]) -> Option<&'static Field> {
        let place = fields.binary_search_by(|field| field.key.cmp(key)).ok()?;
        fields.get(place)
    }
}

impl<'t> Decoder<'t> {
    /// Notes that the key is a field of a table.
    #[inline]
    pub fn listed_field<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        key: Key<'t>,
        field: &'static Field,
    ) -> Member {
        match field.role {
            Role::Plain => self.field(object, key, field.number),
            Role::ListKey => self.key_field(object, key, field.number),
            Role::MapKey => self.required_key(object, key, field.number),
        }
    }
}
