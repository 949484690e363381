//! The serializer: passes scalars, and the start of lists and objects, to the recorder.
//!
//! Easy to break: the text equals the text of serde_json, except for numbers, which have their stored form.

use core::fmt::{self, Write as _};

use serde::ser::{self, Serialize};

use super::part::Parts;
use super::recorder::{Failed, Limit, MAX_CALLS, MAX_NESTED, Member, Recorder, Values};
use crate::typed::node::{Node, Part};
use crdc_object::json::Text;
use crdc_object::tape::Kind;
#[cfg(feature = "cel")]
use crdc_vocabulary::below;

/// Writes one value.
pub(super) struct Writer<'w, 'r> {
    pub(super) recorder: &'w mut Recorder<'r>,
    pub(super) node: &'static Node,
    pub(super) member: Member,
}

type Written = Result<(), Failed>;
type Opened<'w, 'r> = Result<Parts<'w, 'r>, Failed>;

impl<'w, 'r> Writer<'w, 'r> {
    fn scalar(self, kind: Kind, text: &[u8]) -> Written {
        self.recorder.scalar(self.member, kind, text);
        Ok(())
    }

    /// An integer: a float if it has more than 64 bits, unless it is a key.
    fn wide(self, small: Option<i64>, large: f64, whole: impl fmt::Display) -> Written {
        match small {
            Some(value) => self.recorder.integer(self.member, value),
            None if self.recorder.as_key => {
                let start = self.recorder.here();
                let _ = write!(Text(self.recorder.text()), "{whole}");
                self.recorder.push(self.member, Kind::Int, start);
            }
            None => self.recorder.float(self.member, large),
        }
        Ok(())
    }

    fn list(self) -> Opened<'w, 'r> {
        self.container(Kind::Array, b"[")
    }

    fn object(self) -> Opened<'w, 'r> {
        self.container(Kind::Object, b"{")
    }

    fn container(self, kind: Kind, begin: &[u8]) -> Opened<'w, 'r> {
        let Writer { recorder, node, member } = self;
        if node.ruled {
            if recorder.nested >= MAX_NESTED {
                recorder.refuse(recorder.mark(), Limit::Nested);
                return Err(Failed);
            }
            recorder.nested += 1;
        }
        let at = recorder.open(member, kind, begin);
        Ok(Parts::new(recorder, node, at, (None, node.ruled)))
    }

    /// The list or object in the member of an object that is named after the variant of an enum.
    fn variant(self, name: &'static str, kind: Kind, begin: &[u8]) -> Opened<'w, 'r> {
        let mut whole = self.object()?;
        let (part, member) = whole.begin(name);
        let Parts { recorder, at: outer, nests, .. } = whole;
        let at = recorder.open(member, kind, begin);
        Ok(Parts::new(recorder, part.node().resolved(), at, (Some(outer), nests)))
    }
}

impl Values for Recorder<'_> {
    fn value<T: Serialize + ?Sized>(&mut self, value: &T, part: &'static Part, member: Member) {
        let (at, start, nested) = (self.mark(), self.here(), self.nested);
        let node = part.node();
        let written = self.inside(value, node.resolved(), member);
        if self.side.normalized.len() > self.most {
            self.refuse(at, Limit::Size);
        }
        if written.is_err() || self.side.normalized.len() > self.most {
            self.nested = nested;
            self.give_up(at, start, member);
        }
        if self.checks {
            if !part.constraints.is_empty() {
                self.check(at, part.constraints);
            }
            if node.asks(|| self.kind(at) == Some(Kind::Null)) {
                self.check_types(at, node);
            }
            #[cfg(feature = "cel")]
            if !self.noticed.rules && part.edge.below & below::RULES != 0 {
                self.noticed.rules = part.has_rules() && self.kind(at) != Some(Kind::Null);
            }
        }
        if part.edge.normalize {
            self.noticed.empty |= self.is_empty(at);
        }
    }
}

impl Recorder<'_> {
    /// Writes a value, or what is in an option or a newtype.
    fn inside<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
        node: &'static Node,
        member: Member,
    ) -> Result<(), Failed> {
        if self.calls >= MAX_CALLS {
            self.refuse(self.mark(), Limit::Calls);
            return Err(Failed);
        }
        self.calls += 1;
        let written = value.serialize(Writer { recorder: self, node, member });
        self.calls -= 1;
        written
    }
}

macro_rules! narrow {
    ($($method:ident $number:ty)*) => {$(
        #[inline]
        fn $method(self, value: $number) -> Written {
            self.recorder.integer(self.member, value.into());
            Ok(())
        }
    )*};
}

macro_rules! wide {
    ($($method:ident $number:ty)*) => {$(
        fn $method(self, value: $number) -> Written {
            self.wide(i64::try_from(value).ok(), value as f64, value)
        }
    )*};
}

impl<'w, 'r> ser::Serializer for Writer<'w, 'r> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Parts<'w, 'r>;
    type SerializeTuple = Parts<'w, 'r>;
    type SerializeTupleStruct = Parts<'w, 'r>;
    type SerializeTupleVariant = Parts<'w, 'r>;
    type SerializeMap = Parts<'w, 'r>;
    type SerializeStruct = Parts<'w, 'r>;
    type SerializeStructVariant = Parts<'w, 'r>;

    narrow!(serialize_i8 i8 serialize_i16 i16 serialize_i32 i32 serialize_i64 i64);
    narrow!(serialize_u8 u8 serialize_u16 u16 serialize_u32 u32);
    wide!(serialize_u64 u64 serialize_i128 i128 serialize_u128 u128);

    fn serialize_bool(self, value: bool) -> Written {
        if value { self.scalar(Kind::True, b"true") } else { self.scalar(Kind::False, b"false") }
    }

    /// As the `f64` that it is read as from its JSON.
    fn serialize_f32(self, value: f32) -> Written {
        let mut digits = self.recorder.borrow();
        let _ = write!(digits, "{value:e}");
        let read = digits.parse().unwrap_or(f64::from(value));
        self.recorder.give_back(digits);
        self.serialize_f64(read)
    }

    fn serialize_f64(self, value: f64) -> Written {
        self.recorder.float(self.member, value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        self.recorder.string(self.member, value);
        Ok(())
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Written {
        let mut shown = self.recorder.borrow();
        let written = write!(shown, "{value}");
        self.recorder.string(self.member, &shown);
        self.recorder.give_back(shown);
        written.map_err(|_| Failed)
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        let mut parts = self.list()?;
        value.iter().for_each(|byte| parts.item(byte));
        parts.close()
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        self.recorder.inside(value, self.node, self.member)
    }

    fn serialize_unit(self) -> Written {
        self.scalar(Kind::Null, b"null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        self.recorder.inside(value, self.node, self.member)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        let mut parts = self.object()?;
        parts.member(variant, value);
        parts.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Opened<'w, 'r> {
        self.list()
    }

    fn serialize_tuple(self, _: usize) -> Opened<'w, 'r> {
        self.list()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Opened<'w, 'r> {
        self.list()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Opened<'w, 'r> {
        self.variant(variant, Kind::Array, b"[")
    }

    fn serialize_map(self, _: Option<usize>) -> Opened<'w, 'r> {
        self.object()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Opened<'w, 'r> {
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Opened<'w, 'r> {
        self.variant(variant, Kind::Object, b"{")
    }
}
