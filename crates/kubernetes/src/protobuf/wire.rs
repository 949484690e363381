//! Reads the wire format of protobuf. In: the bytes of a message. Out: numbers of fields with their values,
//! or the error of Go's generated code.
//!
//! Easy to break: lengths come from a client, so every sum of one is checked; and a varint is cut off at 64
//! bits without an error.
// gogo/protobuf: plugin/unmarshal; k8s.io/api: core/v1/generated.pb.go skipGenerated

use std::fmt;

/// The error of reading a message. The words are those of Go's generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Malformed(pub(super) String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const END: &str = "unexpected EOF";
const OVERFLOW: &str = "proto: integer overflow";
const NEGATIVE: &str = "proto: negative length found during unmarshaling";

fn malformed<T>(why: &str) -> Result<T, Malformed> {
    Err(Malformed(why.to_owned()))
}

/// The wire type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    Varint = 0,
    Fixed64 = 1,
    Bytes = 2,
}

/// A tag: the number of a field, and its wire type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) number: u32,
    wire: u8,
}

impl Tag {
    pub(super) fn is(self, wire: Wire) -> bool {
        self.wire == wire as u8
    }

    /// Refuses a field with another wire type. `name` is Go's name of the field.
    pub(super) fn must_be(self, wire: Wire, name: &dyn fmt::Display) -> Result<(), Malformed> {
        if self.is(wire) {
            return Ok(());
        }
        Err(Malformed(format!("proto: wrong wireType = {} for field {name}", self.wire)))
    }
}

/// The bytes of a message that are left to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'b> {
    rest: &'b [u8],
    /// The bytes since the last tag.
    field: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn new(message: &'b [u8]) -> Reader<'b> {
        Reader { rest: message, field: message }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next tag of a message; `None` at its end. `message` is the name of the Go type.
    pub(super) fn tag(&mut self, message: &str) -> Result<Option<Tag>, Malformed> {
        if self.is_empty() {
            return Ok(None);
        }
        let (wire, number, kind) = self.any_tag()?;
        if kind == 4 {
            return Err(Malformed(format!("proto: {message}: wiretype end group for non-group")));
        }
        match u32::try_from(number) {
            Ok(number @ 1..) => Ok(Some(Tag { number, wire: kind })),
            _ => Err(Malformed(format!("proto: {message}: illegal tag {number} (wire type {wire})"))),
        }
    }

    /// Reads a tag without any check, as for the entries of maps. The number has 32 bits, with a sign.
    pub(super) fn any_tag(&mut self) -> Result<(u64, i32, u8), Malformed> {
        self.field = self.rest;
        let wire = self.varint()?;
        Ok((wire, (wire >> 3) as i32, (wire & 7) as u8))
    }

    pub(super) fn varint(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let Some((byte, rest)) = self.rest.split_first() else { return malformed(END) };
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                return Ok(value);
            }
        }
        malformed(OVERFLOW)
    }

    pub(super) fn fixed64(&mut self) -> Result<u64, Malformed> {
        let Some((value, rest)) = self.rest.split_first_chunk() else { return malformed(END) };
        self.rest = rest;
        Ok(u64::from_le_bytes(*value))
    }

    /// A value with its length before it.
    pub(super) fn bytes(&mut self) -> Result<&'b [u8], Malformed> {
        // Go counts with 64 bits and a sign, and adds the place in the message.
        let length = self.varint()?;
        if i64::try_from(length).is_err() {
            return malformed(NEGATIVE);
        }
        let found = usize::try_from(length).ok().and_then(|length| self.rest.split_at_checked(length));
        let Some((bytes, rest)) = found else { return malformed(END) };
        self.rest = rest;
        Ok(bytes)
    }

    /// Skips the field of the last tag.
    pub(super) fn skip(&mut self) -> Result<(), Malformed> {
        self.rest = self.field;
        let mut depth = 0_usize;
        while !self.is_empty() {
            match self.varint()? & 7 {
                0 => drop(self.varint()?),
                1 => self.forward(8)?,
                2 => drop(self.bytes()?),
                3 => depth += 1,
                4 if depth == 0 => return malformed("proto: unexpected end of group"),
                4 => depth -= 1,
                5 => self.forward(4)?,
                other => return Err(Malformed(format!("proto: illegal wireType {other}"))),
            }
            if depth == 0 {
                return Ok(());
            }
        }
        malformed(END)
    }

    fn forward(&mut self, length: usize) -> Result<(), Malformed> {
        let Some(rest) = self.rest.get(length..) else { return malformed(END) };
        self.rest = rest;
        Ok(())
    }
}
