//! Passes keys of maps to serde. In: the content of a key. Out: calls of a visitor: a key is a string, but
//! types may require a number, a boolean or the name of a variant.

use alloc::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};

use super::error::ReadError;
use super::number::Number;

/// A key that is being read.
pub(super) struct MapKey<'de> {
    pub(super) key: Cow<'de, str>,
}

impl<'de> MapKey<'de> {
    #[inline]
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match Number::of(&self.key) {
            Some(number) => number.visit(visitor),
            None => Err(ReadError::invalid_value(Unexpected::Str(&self.key), &"a key that is a number")),
        }
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.number(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for MapKey<'de> {
    type Error = ReadError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.key {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_string(key),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.key.parse() {
            Ok(value) if Number::of(&self.key).is_some() => visitor.visit_i128(value),
            _ => self.number(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.key.parse() {
            Ok(value) if Number::of(&self.key).is_some() => visitor.visit_u128(value),
            _ => self.number(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match &*self.key {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => Err(ReadError::invalid_type(Unexpected::Str(other), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        // A key cannot be null.
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.key {
            Cow::Borrowed(key) => visitor.visit_enum(BorrowedStrDeserializer::new(key)),
            Cow::Owned(key) => visitor.visit_enum(StringDeserializer::new(key)),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.key {
            Cow::Borrowed(key) => visitor.visit_borrowed_bytes(key.as_bytes()),
            Cow::Owned(key) => visitor.visit_byte_buf(key.into_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_bytes(visitor)
    }

    serde::forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
