//! A serializer that accepts only scalars: the keys and discriminators of types without rules.
//!
//! Easy to break: a string cannot be returned, since it may be temporary. It is passed to a callback; the
//! returned scalar refers to the value, which is serialized again when the string is needed.

use alloc::string::ToString;
use core::fmt::Write;

use serde::Serialize;
use serde::ser::{self, Impossible};

use super::failed::{Failed, MAX_DEPTH};
use crate::typed::scalar::{Scalar, Unread, Writes, float, integer, widen};
use crate::typed::short::Short;

/// A value of a type without rules as a scalar. Writes no JSON.
pub(in crate::typed) fn scalar<T: Serialize>(value: &T) -> Scalar<'_> {
    match value.serialize(Catch { look: None, as_key: false, depth: 0 }) {
        Ok(Some(scalar)) => scalar,
        Ok(None) => Scalar::Written(Unread { value: value as &dyn Writes, member: None }),
        Err(_) => Scalar::Other,
    }
}

/// Passes a value that is a string to `look`; `false` if it is not one. Strings from `Display` are copied,
/// long ones to the heap.
pub(super) fn look<T: Serialize + ?Sized>(value: &T, look: &mut dyn FnMut(&str)) -> bool {
    matches!(value.serialize(Catch { look: Some(look), as_key: false, depth: 0 }), Ok(None))
}

/// The same for the key of a map: bools and numbers are passed as serde_json serializes them in keys.
pub(super) fn look_key<T: Serialize + ?Sized>(value: &T, look: &mut dyn FnMut(&str)) -> bool {
    matches!(value.serialize(Catch { look: Some(look), as_key: true, depth: 0 }), Ok(None))
}

pub(super) struct Catch<'l> {
    /// Receives strings.
    pub(super) look: Option<&'l mut dyn FnMut(&str)>,
    /// Whether every scalar is passed as a string.
    pub(super) as_key: bool,
    /// The number of nested calls of `serialize`.
    pub(super) depth: u32,
}

impl Catch<'_> {
    /// Serializes the value in an option or a newtype.
    fn inside<T: Serialize + ?Sized>(self, value: &T) -> Caught {
        if self.depth >= MAX_DEPTH {
            return Err(Failed::TooDeep);
        }
        value.serialize(Catch { depth: self.depth + 1, ..self })
    }
}

/// A scalar, or `None` for a string, which must be serialized to be read.
type Caught = Result<Option<Scalar<'static>>, Failed>;

macro_rules! numbers {
    ($($method:ident $number:ty)*) => {$(
        fn $method(self, value: $number) -> Caught {
            if self.as_key {
                return self.collect_str(&value);
            }
            Ok(Some(integer(TryInto::<i64>::try_into(value).ok(), value as f64)))
        }
    )*};
}

impl ser::Serializer for Catch<'_> {
    type Ok = Option<Scalar<'static>>;
    type Error = Failed;
    type SerializeSeq = Impossible<Self::Ok, Failed>;
    type SerializeTuple = Impossible<Self::Ok, Failed>;
    type SerializeTupleStruct = Impossible<Self::Ok, Failed>;
    type SerializeTupleVariant = Impossible<Self::Ok, Failed>;
    type SerializeMap = Impossible<Self::Ok, Failed>;
    type SerializeStruct = Impossible<Self::Ok, Failed>;
    type SerializeStructVariant = Impossible<Self::Ok, Failed>;

    fn serialize_bool(self, value: bool) -> Caught {
        if self.as_key {
            return self.serialize_str(if value { "true" } else { "false" });
        }
        Ok(Some(Scalar::Bool(value)))
    }

    numbers! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    fn serialize_f32(self, value: f32) -> Caught {
        if self.as_key && value.is_finite() {
            return self.collect_str(&format_args!("{value:?}"));
        }
        Ok(Some(float(widen(value))))
    }

    fn serialize_f64(self, value: f64) -> Caught {
        if self.as_key && value.is_finite() {
            return self.collect_str(&format_args!("{value:?}"));
        }
        Ok(Some(float(value)))
    }

    fn serialize_char(self, value: char) -> Caught {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Caught {
        if let Some(look) = self.look {
            look(value);
        }
        Ok(None)
    }

    fn collect_str<T: core::fmt::Display + ?Sized>(self, value: &T) -> Caught {
        if let Some(look) = self.look {
            let mut short = Short::<256>::new();
            match write!(short, "{value}") {
                Ok(()) => look(short.as_str()),
                Err(_) => look(&value.to_string()),
            }
        }
        Ok(None)
    }

    fn serialize_bytes(self, _: &[u8]) -> Caught {
        Err(Failed::Refused)
    }

    fn serialize_none(self) -> Caught {
        Ok(Some(Scalar::Null))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Caught {
        self.inside(value)
    }

    fn serialize_unit(self) -> Caught {
        Ok(Some(Scalar::Null))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Caught {
        Ok(Some(Scalar::Null))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Caught {
        if self.as_key {
            return self.serialize_str(variant);
        }
        Ok(Some(Scalar::Text(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Caught {
        self.inside(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Caught {
        Err(Failed::Refused)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Failed> {
        Err(Failed::Refused)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        Err(Failed::Refused)
    }
}
