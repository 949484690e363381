//! Looks up fields by name in a table, for objects with hundreds of fields. For other objects generated code
//! matches the length and bytes of the key, which is faster for a few fields but takes rustc minutes for
//! thousands.

use super::{Decoder, Key, Member, Object};
use crate::decode::Decode;

/// An entry of a table of fields.
#[derive(Clone, Copy, Debug)]
pub struct Field<'p> {
    /// The key, as written between quotes.
    pub key: &'p [u8],
    /// The field's number.
    pub number: u16,
    /// The role of the field.
    pub role: Role,
    /// The function that decodes the value.
    pub decode: Decode<'p>,
}

/// The role of a field in its object and in the enclosing list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A field of the schema.
    Plain,
    /// The key of a list map: [`Decoder::key_field`].
    ListKey,
    /// The key of a map that has a number because it is required: [`Decoder::required_key`].
    MapKey,
}

impl<'p> Field<'p> {
    /// The field with this key. `fields` are sorted by key.
    #[must_use]
    pub fn find(fields: &'p [Field<'p>], key: &[u8]) -> Option<&'p Field<'p>> {
        let place = fields.binary_search_by(|field| field.key.cmp(key)).ok()?;
        fields.get(place)
    }
}

impl<'t, 'p> Decoder<'t, 'p> {
    /// Records that the key is a field of a table.
    #[inline]
    pub fn listed_field<const N: usize>(
        &mut self,
        object: &mut Object<N>,
        key: Key<'t>,
        field: &'p Field<'p>,
    ) -> Member {
        match field.role {
            Role::Plain => self.field(object, key, field.number),
            Role::ListKey => self.key_field(object, key, field.number),
            Role::MapKey => self.required_key(object, key, field.number),
        }
    }
}
