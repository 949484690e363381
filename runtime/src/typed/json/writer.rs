//! A serializer to JSON text.
//!
//! Easy to break: the text equals that of serde_json, except numbers, which are formatted as Go formats
//! decoded numbers.

use alloc::string::String;
use core::fmt::{self, Write as _};

use serde::ser::{self, Serialize};

use super::failed::{Failed, MAX_DEPTH};
use super::key::key;
use crate::typed::scalar::widen;
use crdc_object::json::{escape, go};

/// Appends one value.
pub(super) struct Writer<'o> {
    pub(super) out: &'o mut String,
    /// The number of nested calls of `serialize`, to reject values before the stack overflows.
    pub(super) depth: u32,
}

/// Appends the parts of a list or object.
pub(super) struct Parts<'o> {
    out: &'o mut String,
    /// Whether the next part is the first one, without a comma before it.
    first: bool,
    end: &'static str,
    depth: u32,
}

/// Appends what `Display` writes, escaped.
struct Content<'o>(&'o mut String);

impl fmt::Write for Content<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        escape::append_content(self.0, text);
        Ok(())
    }
}

type Written = Result<(), Failed>;

impl<'o> Writer<'o> {
    fn put(self, text: &str) -> Written {
        self.out.push_str(text);
        Ok(())
    }

    /// An integer, or a float if it has more than 64 bits.
    fn integer(self, small: Option<i64>, large: f64) -> Written {
        match small {
            Some(value) => ser::Serializer::serialize_i64(self, value),
            None => ser::Serializer::serialize_f64(self, large),
        }
    }

    fn open(self, variant: Option<&str>, begin: &str, end: [&'static str; 2]) -> Result<Parts<'o>, Failed> {
        let end = match variant {
            Some(name) => {
                self.out.push('{');
                escape::append_string(self.out, name);
                self.out.push(':');
                end[1]
            }
            None => end[0],
        };
        self.out.push_str(begin);
        Ok(Parts { out: self.out, first: true, end, depth: self.depth })
    }
}

/// Appends a value as JSON, or null if that fails. `depth` is the number of calls around this one.
pub(super) fn write_below<T: Serialize + ?Sized>(
    value: &T,
    depth: u32,
    out: &mut String,
) -> Result<(), Failed> {
    let start = out.len();
    let written =
        if depth > MAX_DEPTH { Err(Failed::TooDeep) } else { value.serialize(Writer { out, depth }) };
    if written.is_err() {
        out.truncate(start);
        out.push_str("null");
    }
    written
}

/// Writes a value inside another one.
fn below<T: Serialize + ?Sized>(out: &mut String, depth: u32, value: &T) -> Written {
    if depth >= MAX_DEPTH {
        return Err(Failed::TooDeep);
    }
    value.serialize(Writer { out, depth: depth + 1 })
}

const LIST: [&str; 2] = ["]", "]}"];
const OBJECT: [&str; 2] = ["}", "}}"];

impl<'o> ser::Serializer for Writer<'o> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Parts<'o>;
    type SerializeTuple = Parts<'o>;
    type SerializeTupleStruct = Parts<'o>;
    type SerializeTupleVariant = Parts<'o>;
    type SerializeMap = Parts<'o>;
    type SerializeStruct = Parts<'o>;
    type SerializeStructVariant = Parts<'o>;

    fn serialize_bool(self, value: bool) -> Written {
        self.put(if value { "true" } else { "false" })
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        write!(self.out, "{value}").map_err(|_| Failed::Refused)
    }

    fn serialize_i128(self, value: i128) -> Written {
        self.integer(i64::try_from(value).ok(), value as f64)
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.serialize_i128(value.into())
    }

    fn serialize_u128(self, value: u128) -> Written {
        self.integer(i64::try_from(value).ok(), value as f64)
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(widen(value))
    }

    fn serialize_f64(self, value: f64) -> Written {
        if !value.is_finite() {
            return self.serialize_unit();
        }
        go::append_json_float(self.out, value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        escape::append_string(self.out, value);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Written {
        self.out.push('"');
        write!(Content(self.out), "{value}").map_err(|_| Failed::Refused)?;
        self.put("\"")
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        let mut parts = self.serialize_seq(Some(value.len()))?;
        for byte in value {
            ser::SerializeSeq::serialize_element(&mut parts, byte)?;
        }
        parts.close()
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        below(self.out, self.depth, value)
    }

    fn serialize_unit(self) -> Written {
        self.put("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        below(self.out, self.depth, value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut parts = self.open(None, "{", OBJECT)?;
        parts.member(variant, value)?;
        parts.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'o>, Failed> {
        self.open(None, "[", LIST)
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'o>, Failed> {
        self.open(None, "[", LIST)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'o>, Failed> {
        self.open(None, "[", LIST)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'o>, Failed> {
        self.open(Some(variant), "[", LIST)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'o>, Failed> {
        self.open(None, "{", OBJECT)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'o>, Failed> {
        self.open(None, "{", OBJECT)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'o>, Failed> {
        self.open(Some(variant), "{", OBJECT)
    }
}

impl Parts<'_> {
    fn next(&mut self) {
        if !core::mem::replace(&mut self.first, false) {
            self.out.push(',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.next();
        below(self.out, self.depth, value)
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Written {
        self.next();
        escape::append_string(self.out, name);
        self.out.push(':');
        below(self.out, self.depth, value)
    }

    fn close(self) -> Written {
        self.out.push_str(self.end);
        Ok(())
    }
}

macro_rules! lists {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = Failed;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.item(value)
            }

            fn end(self) -> Written {
                self.close()
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! objects {
    ($($of:ident)*) => {$(
        impl ser::$of for Parts<'_> {
            type Ok = ();
            type Error = Failed;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
                self.member(name, value)
            }

            fn end(self) -> Written {
                self.close()
            }
        }
    )*};
}

objects!(SerializeStruct SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.next();
        self.out.push('"');
        let depth = self.depth + 1;
        key(value, &mut |text| escape::append_content(self.out, text), |out| write_below(value, depth, out));
        self.out.push_str("\":");
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        below(self.out, self.depth, value)
    }

    fn end(self) -> Written {
        self.close()
    }
}
