//! Reads variants of enums that are objects: the key is the name, its value the content. In: an object. Out:
//! the variant.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::error::ReadError;
use super::keys::MapKey;
use super::reader::Reader;
use crdc_object::tape::LiveEntries;

/// A variant that is being read: its content.
pub(super) struct Variant<'r, 'de>(Reader<'r, 'de>);

impl<'r, 'de> Variant<'r, 'de>
where
    'de: 'r,
{
    /// The variant of an object, which must have one member, and whether it has more.
    pub(super) fn of(object: Reader<'r, 'de>) -> Result<(Self, bool), ReadError> {
        let mut live = LiveEntries::of(object.source.tape.entries, object.at);
        match live.next() {
            Some((at, entry)) => Ok((Variant(Reader { at, entry, ..object }), live.next().is_some())),
            None => Err(not_single()),
        }
    }
}

/// The error of an object that is not a variant.
#[cold]
pub(super) fn not_single() -> ReadError {
    ReadError::new("invalid value: map, expected map with a single key")
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let key = MapKey { key: self.0.source.key(self.0.entry)? };
        let name = seed.deserialize(key).map_err(|error| error.at(self.0.at))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        <()>::deserialize(self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.0.deserialize_struct("", names, visitor)
    }
}
