//! The deserializer of a value of a tape. In: an entry. Out: calls of a visitor.
//!
//! Easy to break: each method accepts what that of `serde_json` accepts, and every error gets the place of
//! its value.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserializer, Error as _, Visitor};

use super::containers::{Fields, List};
use super::error::ReadError;
use super::reader::Reader;
use super::variants::{Variant, not_single};
use crdc_object::tape::Kind;

impl<'de> Reader<'_, 'de> {
    #[cold]
    fn unexpected<V: Visitor<'de>>(&self, visitor: &V) -> ReadError {
        ReadError::invalid_type(self.source.found(self.entry), visitor).at(self.at)
    }

    /// The result, with the place of this value in the error unless it has one.
    #[inline]
    fn located<T>(&self, result: Result<T, ReadError>) -> Result<T, ReadError> {
        result.map_err(|error| error.at(self.at))
    }

    #[inline]
    fn visit_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let read = self.source.string(self.entry).and_then(|content| visitor.visit_borrowed_str(content));
        self.located(read)
    }

    #[inline]
    fn visit_number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if !matches!(self.entry.kind, Kind::Int | Kind::Float) {
            return Err(self.unexpected(&visitor));
        }
        self.located(self.source.number(self.entry).visit(visitor))
    }

    /// A float that is rounded once, to the nearest of 32 bits.
    fn visit_single<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let written = core::str::from_utf8(self.source.tape.text(self.entry)).ok();
        match written.and_then(|written| written.parse().ok()).filter(|value: &f32| value.is_finite()) {
            Some(value) => self.located(visitor.visit_f32(value)),
            None => Err(ReadError::invalid_value(self.source.found(self.entry), &visitor).at(self.at)),
        }
    }

    #[inline]
    fn visit_list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let mut list = List::of(self.inside()?);
        let read = visitor.visit_seq(&mut list);
        self.located(read.and_then(|value| list.ended().map(|()| value)))
    }

    #[inline]
    fn visit_object<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let mut fields = Fields::of(self.inside()?);
        let read = visitor.visit_map(&mut fields);
        self.located(read.and_then(|value| fields.ended().map(|()| value)))
    }

    /// An integer of 128 bits.
    fn integer<T: core::str::FromStr>(&self) -> Option<T> {
        if !matches!(self.entry.kind, Kind::Int | Kind::Float) {
            return None;
        }
        let text = core::str::from_utf8(self.source.tape.text(self.entry)).ok()?;
        // As for smaller types.
        if text == "-0" { "0".parse().ok() } else { text.parse().ok() }
    }
}

impl<'de> Deserializer<'de> for Reader<'_, 'de> {
    type Error = ReadError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::Null => self.located(visitor.visit_unit()),
            Kind::False => self.located(visitor.visit_bool(false)),
            Kind::True => self.located(visitor.visit_bool(true)),
            Kind::Int | Kind::Float => self.visit_number(visitor),
            Kind::String => self.visit_string(visitor),
            Kind::Array => self.visit_list(visitor),
            Kind::Object => self.visit_object(visitor),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::False => self.located(visitor.visit_bool(false)),
            Kind::True => self.located(visitor.visit_bool(true)),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    #[inline]
    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::Float => self.visit_single(visitor),
            _ => self.visit_number(visitor),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit_number(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.integer() {
            Some(value) => self.located(visitor.visit_i128(value)),
            None => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.integer() {
            Some(value) => self.located(visitor.visit_u128(value)),
            None => Err(self.unexpected(&visitor)),
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.entry.kind == Kind::String {
            self.visit_string(visitor)
        } else {
            Err(self.unexpected(&visitor))
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    /// The bytes of a string, or a list of numbers.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::String => {
                let content = self.source.string(self.entry);
                self.located(content.and_then(|content| visitor.visit_borrowed_bytes(content.as_bytes())))
            }
            Kind::Array => self.visit_list(visitor),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let read =
            if self.entry.kind == Kind::Null { visitor.visit_none() } else { visitor.visit_some(self) };
        self.located(read)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::Null => self.located(visitor.visit_unit()),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.located(visitor.visit_newtype_struct(self))
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.entry.kind == Kind::Array { self.visit_list(visitor) } else { Err(self.unexpected(&visitor)) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if self.entry.kind == Kind::Object {
            self.visit_object(visitor)
        } else {
            Err(self.unexpected(&visitor))
        }
    }

    /// An object, or a list with a value for each field.
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.entry.kind {
            Kind::Object => self.visit_object(visitor),
            Kind::Array => self.visit_list(visitor),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    /// A string with the name of a variant, or an object with it as its only key.
    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let read = match self.entry.kind {
            Kind::String => self
                .source
                .string(self.entry)
                .and_then(|name| visitor.visit_enum(BorrowedStrDeserializer::new(name))),
            Kind::Object => self.inside().and_then(Variant::of).and_then(|(variant, has_more)| {
                let read = visitor.visit_enum(variant)?;
                if has_more { Err(not_single()) } else { Ok(read) }
            }),
            _ => Err(self.unexpected(&visitor)),
        };
        self.located(read)
    }

    /// Skips the value in constant time, however large it is.
    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }
}
