//! A serializer that reads one member of an object by name.
//!
//! In: an object of any type, and a name. Out: the member as a scalar.
//!
//! Easy to break: other members are not serialized.

use serde::Serialize;
use serde::ser::{self, Impossible};

use super::caught::{Catch, look_key};
use super::failed::{Failed, MAX_DEPTH};
use crate::typed::scalar::{Scalar, Unread, Writes};

/// The member of this name; absent if it is not serialized or if the value is not an object.
pub(in crate::typed) fn part<'v, T: Serialize>(value: &'v T, name: &'static str) -> Scalar<'v> {
    match value.serialize(Finder { name, look: None, depth: 0 }) {
        Ok(Found::Scalar(scalar)) => scalar,
        Ok(Found::Text) => Scalar::Written(Unread { value: value as &dyn Writes, member: Some(name) }),
        Err(_) => Scalar::Absent,
    }
}

/// Passes a member that is a string to `look`.
pub(super) fn look_part<T: Serialize + ?Sized>(value: &T, name: &str, look: &mut dyn FnMut(&str)) {
    let _ = value.serialize(Finder { name, look: Some(look), depth: 0 });
}

struct Finder<'f> {
    name: &'f str,
    /// Receives a string.
    look: Option<&'f mut dyn FnMut(&str)>,
    depth: u32,
}

/// The value of a member.
#[derive(Clone, Copy)]
enum Found {
    /// A string, which must be serialized to be read.
    Text,
    Scalar(Scalar<'static>),
}

/// The members of an object.
struct Members<'f> {
    finder: Finder<'f>,
    found: Found,
    /// Whether the last key equals the name.
    is_next: bool,
}

impl<'f> Finder<'f> {
    fn members(self) -> Result<Members<'f>, Failed> {
        Ok(Members { finder: self, found: Found::Scalar(Scalar::Absent), is_next: false })
    }

    fn inside<T: Serialize + ?Sized>(self, value: &T) -> Result<Found, Failed> {
        if self.depth >= MAX_DEPTH {
            return Err(Failed::TooDeep);
        }
        value.serialize(Finder { depth: self.depth + 1, ..self })
    }
}

impl Members<'_> {
    fn take<T: Serialize + ?Sized>(&mut self, value: &T) {
        let look = self.finder.look.as_mut().map(|look| &mut **look as &mut dyn FnMut(&str));
        self.found = match value.serialize(Catch { look, as_key: false, depth: 0 }) {
            Ok(Some(scalar)) => Found::Scalar(scalar),
            Ok(None) => Found::Text,
            Err(_) => Found::Scalar(Scalar::Other),
        };
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = Found;
    type Error = Failed;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        if name == self.finder.name {
            self.take(value);
        }
        Ok(())
    }

    fn end(self) -> Result<Found, Failed> {
        Ok(self.found)
    }
}

impl ser::SerializeMap for Members<'_> {
    type Ok = Found;
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        let (mut is_next, name) = (false, self.finder.name);
        look_key(key, &mut |key| is_next = key == name);
        self.is_next = is_next;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        if self.is_next {
            self.take(value);
        }
        Ok(())
    }

    fn end(self) -> Result<Found, Failed> {
        Ok(self.found)
    }
}

macro_rules! refused {
    ($($method:ident($($argument:ty),*))*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<Found, Failed> {
            Err(Failed::Refused)
        }
    )*};
}

impl<'f> ser::Serializer for Finder<'f> {
    type Ok = Found;
    type Error = Failed;
    type SerializeSeq = Impossible<Found, Failed>;
    type SerializeTuple = Impossible<Found, Failed>;
    type SerializeTupleStruct = Impossible<Found, Failed>;
    type SerializeTupleVariant = Impossible<Found, Failed>;
    type SerializeMap = Members<'f>;
    type SerializeStruct = Members<'f>;
    type SerializeStructVariant = Impossible<Found, Failed>;

    refused! {
        serialize_bool(bool)
        serialize_i8(i8)
        serialize_i16(i16)
        serialize_i32(i32)
        serialize_i64(i64)
        serialize_u8(u8)
        serialize_u16(u16)
        serialize_u32(u32)
        serialize_u64(u64)
        serialize_f32(f32)
        serialize_f64(f64)
        serialize_char(char)
        serialize_str(&str)
        serialize_bytes(&[u8])
        serialize_none()
        serialize_unit()
        serialize_unit_struct(&'static str)
        serialize_unit_variant(&'static str, u32, &'static str)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Found, Failed> {
        self.inside(value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Found, Failed> {
        self.inside(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Found, Failed> {
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

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'f>, Failed> {
        self.members()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'f>, Failed> {
        self.members()
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
