//! The format of cases and replies: a line of numbers, then bytes of the lengths in that line. Bodies may be
//! any bytes, so nothing is quoted or split.

use std::io::{self, BufRead, Write};

/// The operation of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Create.
    Create,
    /// Update.
    Update,
    /// Update of the status subresource.
    UpdateStatus,
}

impl Op {
    /// Every operation, in the order of the record.
    pub const ALL: [Self; 3] = [Self::Create, Self::Update, Self::UpdateStatus];

    /// The name in the record.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::UpdateStatus => "update-status",
        }
    }

    /// The operation with this name in the record.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.as_str() == name)
    }
}

/// A case for generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case<'a> {
    /// The number that identifies the reply.
    pub number: usize,
    /// The index of the entry that answers it.
    pub entry: usize,
    /// The operation.
    pub op: Op,
    /// The request's body.
    pub new: &'a [u8],
    /// The stored object, on updates.
    pub old: Option<&'a [u8]>,
}

impl<'a> Case<'a> {
    /// Writes the frame.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let old = self.old.map_or_else(|| "-".to_owned(), |old| old.len().to_string());
        let (op, new) = (self.op.as_str(), self.new.len());
        writeln!(to, "{} {} {op} {new} {old}", self.number, self.entry)?;
        to.write_all(self.new)?;
        to.write_all(self.old.unwrap_or_default())
    }

    /// Takes the next frame from `from`; none at the end.
    ///
    /// # Errors
    /// If the bytes are not a frame.
    pub fn read(from: &mut &'a [u8]) -> io::Result<Option<Self>> {
        if from.is_empty() {
            return Ok(None);
        }
        let end = from.iter().position(|byte| *byte == b'\n').ok_or_else(malformed)?;
        let line = std::str::from_utf8(&from[..end]).map_err(|_| malformed())?;
        *from = &from[end + 1..];
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or_else(malformed);
        let (number, entry) = (size(word()?)?, size(word()?)?);
        let op = Op::from_name(word()?).ok_or_else(malformed)?;
        let (new, old) = (size(word()?)?, length(word()?)?);
        let mut take = |length: usize| {
            let (bytes, rest) = from.split_at_checked(length).ok_or_else(malformed)?;
            *from = rest;
            Ok::<_, io::Error>(bytes)
        };
        let new = take(new)?;
        let old = old.map(take).transpose()?;
        Ok(Some(Self { number, entry, op, new, old }))
    }
}

/// The object of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// No object.
    Absent,
    /// The bytes of the request.
    Same,
    /// Other bytes.
    Bytes(Vec<u8>),
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the case.
    pub number: usize,
    /// The answer in the record's form without its object, or `{"trouble": "…"}`.
    pub answer: Vec<u8>,
    /// The object.
    pub object: Object,
}

impl Reply {
    /// The reply to a case without an answer, with the reason.
    pub fn trouble(number: usize, reason: &str) -> Self {
        let answer = serde_json::json!({ "trouble": reason }).to_string().into_bytes();
        Self { number, answer, object: Object::Absent }
    }

    /// Writes the frame.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (object, bytes) = match &self.object {
            Object::Absent => ("-".to_owned(), [].as_slice()),
            Object::Same => ("same".to_owned(), [].as_slice()),
            Object::Bytes(bytes) => (bytes.len().to_string(), bytes.as_slice()),
        };
        writeln!(to, "{} {} {object}", self.number, self.answer.len())?;
        to.write_all(&self.answer)?;
        to.write_all(bytes)
    }

    /// Reads the next frame; none at the end, or if the writer ended within a frame.
    ///
    /// # Errors
    /// Errors of the reader, or if the bytes are not a frame.
    pub fn read(from: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        from.read_line(&mut line)?;
        let Some(line) = line.strip_suffix('\n') else { return Ok(None) };
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or_else(malformed);
        let number = size(word()?)?;
        let mut answer = vec![0; size(word()?)?];
        let object = match word()? {
            "same" => Object::Same,
            word => length(word)?.map_or(Object::Absent, |length| Object::Bytes(vec![0; length])),
        };
        let mut reply = Self { number, answer: Vec::new(), object };
        let mut read = from.read_exact(&mut answer);
        if let (Ok(()), Object::Bytes(bytes)) = (&read, &mut reply.object) {
            read = from.read_exact(bytes);
        }
        reply.answer = answer;
        match read {
            Ok(()) => Ok(Some(reply)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn size(word: &str) -> io::Result<usize> {
    word.parse().map_err(|_| malformed())
}

fn length(word: &str) -> io::Result<Option<usize>> {
    if word == "-" { Ok(None) } else { size(word).map(Some) }
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "malformed frame")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn cases_come_through_with_any_bytes() {
        let (new, old) = (b"\n{ \xff 1 2\n".as_slice(), b"".as_slice());
        let cases = [
            Case { number: 7, entry: 3, op: Op::Create, new, old: None },
            Case { number: 8, entry: 0, op: Op::UpdateStatus, new: b"", old: Some(old) },
        ];
        let mut bytes = Vec::new();
        for case in &cases {
            case.write(&mut bytes).unwrap();
        }
        let mut rest = bytes.as_slice();
        assert_eq!(Case::read(&mut rest).unwrap(), Some(cases[0]));
        assert_eq!(Case::read(&mut rest).unwrap(), Some(cases[1]));
        assert_eq!(Case::read(&mut rest).unwrap(), None);
    }

    #[test]
    fn a_reply_that_was_cut_off_is_none() {
        let reply = Reply { number: 1, answer: b"{}".to_vec(), object: Object::Bytes(b"a\nb".to_vec()) };
        let mut bytes = Vec::new();
        reply.write(&mut bytes).unwrap();
        assert_eq!(Reply::read(&mut bytes.as_slice()).unwrap(), Some(reply));
        for end in 0..bytes.len() {
            assert_eq!(Reply::read(&mut &bytes[..end]).unwrap(), None, "{end}");
        }
    }
}
