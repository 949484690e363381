//! The JSON text of an object. All plugins can read it, and mutators can change it.
//!
//! Easy to break: an edit through a Rust type must not drop members that the type lacks (`carry.rs`).

mod carry;
pub mod initialization;

use std::borrow::Cow;
use std::mem::replace;
use std::ops::{Deref, DerefMut};

use crdc::__private::lookup::{Lookup, Metadata, lasting_object, look_up, metadata};
use crdc::Outcome;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use crate::json::{self, Content};

/// An object as JSON text.
///
/// A shared reference can only read it. Nothing is copied before the first change.
#[derive(Debug)]
pub struct Object<'a> {
    source: Source<'a>,
    buffer: Buffer<'a>,
    is_changed: bool,
}

/// The buffer that changes are written to.
#[derive(Debug)]
enum Buffer<'a> {
    Own(Vec<u8>),
    /// A buffer of the caller, which keeps its memory for the next request.
    Lent(&'a mut Vec<u8>),
}

impl Deref for Buffer<'_> {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        match self {
            Buffer::Own(buffer) => buffer,
            Buffer::Lent(buffer) => buffer,
        }
    }
}

impl DerefMut for Buffer<'_> {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        match self {
            Buffer::Own(buffer) => buffer,
            Buffer::Lent(buffer) => buffer,
        }
    }
}

/// The source of the text.
#[derive(Debug)]
enum Source<'a> {
    /// The object of an outcome, which is decoded already: its members are found without reading the text.
    Outcome(&'a Outcome<'a>),
    /// A text of the caller.
    Text(&'a [u8]),
    /// The text in the buffer, which is used after a change.
    Buffer,
}

/// The source of the text of an object after plugins had access to it.
#[derive(Debug, Default)]
pub(crate) enum Left {
    /// The unchanged object of an outcome.
    Decoded,
    /// The object in the buffer of the caller.
    InBuffer,
    Elsewhere(Vec<u8>),
    #[default]
    Nowhere,
}

impl Left {
    /// Makes sure that the text is in `buffer`, the buffer of the object. Returns `false` if the text is that
    /// of an outcome.
    pub(crate) fn keep_in(self, buffer: &mut Vec<u8>) -> bool {
        match self {
            Left::Decoded => return false,
            Left::InBuffer => {}
            Left::Elsewhere(text) => *buffer = text,
            Left::Nowhere => buffer.clear(),
        }
        true
    }
}

impl<'a> Source<'a> {
    /// The text of an outcome or the caller; `None` if the text is in the buffer.
    fn given(&self) -> Option<&'a [u8]> {
        match self {
            Source::Outcome(outcome) => Some(lasting_object(outcome).unwrap_or_default()),
            Source::Text(text) => Some(text),
            Source::Buffer => None,
        }
    }
}

impl<'a> Object<'a> {
    /// An object with this JSON text.
    pub fn of(text: &'a [u8]) -> Self {
        Object { source: Source::Text(text), buffer: Buffer::Own(Vec::new()), is_changed: false }
    }

    /// An object whose text is copied to `buffer` when it changes.
    pub(crate) fn new(given: &'a [u8], buffer: &'a mut Vec<u8>) -> Self {
        Object { source: Source::Text(given), ..Object::in_buffer(buffer) }
    }

    /// The object of an outcome, whose text is copied to `buffer` when it changes.
    pub(crate) fn decoded(outcome: &'a Outcome<'a>, buffer: &'a mut Vec<u8>) -> Self {
        Object { source: Source::Outcome(outcome), ..Object::in_buffer(buffer) }
    }

    /// An object whose text is in a buffer, and is changed there.
    pub(crate) fn in_buffer(buffer: &'a mut Vec<u8>) -> Self {
        Object { source: Source::Buffer, buffer: Buffer::Lent(buffer), is_changed: false }
    }

    /// The source of the object's text now. Plugins may have replaced the object by another one.
    pub(crate) fn into_left(self) -> Left {
        match (self.source, self.buffer) {
            (Source::Outcome(_), _) => Left::Decoded,
            (Source::Text(text), _) => Left::Elsewhere(text.to_vec()),
            (Source::Buffer, Buffer::Lent(_)) => Left::InBuffer,
            (Source::Buffer, Buffer::Own(text)) => Left::Elsewhere(text),
        }
    }

    /// Resets the object to that of an outcome.
    pub(crate) fn reset(&mut self, outcome: &'a Outcome<'a>) {
        self.source = Source::Outcome(outcome);
        self.is_changed = false;
    }

    /// Replaces the text of the object without copying it.
    pub(crate) fn give(&mut self, text: &'a [u8]) {
        self.source = Source::Text(text);
    }

    /// Makes [`Object::is_changed`] count only changes from now on.
    pub(crate) fn forget_changes(&mut self) {
        self.is_changed = false;
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        self.source.given().unwrap_or(&self.buffer)
    }

    /// The JSON text of the member at the path `keys`: `object.get(&["spec", "replicas"])`.
    pub fn get(&self, keys: &[&str]) -> Option<&[u8]> {
        match self.look_up(keys) {
            Lookup::String(text) | Lookup::Other(text) => Some(text),
            Lookup::Absent => None,
            Lookup::Unknown => self.search(keys),
        }
    }

    /// Finds the member in the text, like [`Object::get`].
    #[inline(never)]
    fn search(&self, keys: &[&str]) -> Option<&[u8]> {
        json::find(self.bytes(), keys).and_then(|range| self.bytes().get(range))
    }

    /// The string at the path `keys`; `None` if there is no value or the value is not a string.
    #[inline(always)]
    pub fn string(&self, keys: &[&str]) -> Option<Cow<'_, str>> {
        match self.look_up(keys) {
            Lookup::String(quoted) => json::plain_string(quoted),
            Lookup::Absent => None,
            other => self.other_string(other, keys),
        }
    }

    /// Reads a string that has escapes, or that can only be found in the text.
    #[inline(never)]
    fn other_string<'s>(&'s self, found: Lookup<'s>, keys: &[&str]) -> Option<Cow<'s, str>> {
        json::string(if let Lookup::Other(text) = found { text } else { self.search(keys)? })
    }

    /// Whether the value at the path `keys` is this string.
    #[inline]
    pub(crate) fn is_string(&self, keys: &[&str], content: &str) -> bool {
        match self.look_up(keys) {
            Lookup::String(quoted) => {
                quoted.get(1..quoted.len().saturating_sub(1)) == Some(content.as_bytes())
            }
            _ => self.string(keys).as_deref() == Some(content),
        }
    }

    /// The integer at the path `keys`; `None` if there is no value or the value is not an integer.
    pub fn integer(&self, keys: &[&str]) -> Option<i64> {
        std::str::from_utf8(self.get(keys)?).ok()?.parse().ok()
    }

    /// The object as a Rust type.
    ///
    /// # Errors
    ///
    /// The text is not a value of that type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(self.bytes())
    }

    /// Whether the text was replaced or edited, even if it is the same afterwards.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Replaces the whole text. If it is not a valid object, it is refused after the mutators.
    pub fn replace(&mut self, text: &[u8]) {
        self.rewrite().extend_from_slice(text);
    }

    /// Sets the member at the path `keys` to JSON text, and creates missing objects on the path. Returns
    /// `false` if a value on the path is not an object.
    pub fn set(&mut self, keys: &[&str], value: &[u8]) -> bool {
        self.put(keys, Content::Json(value))
    }

    /// Sets the member at the path `keys` to a string, like [`Object::set`].
    pub fn set_string(&mut self, keys: &[&str], value: &str) -> bool {
        self.put(keys, Content::String(value))
    }

    /// Sets a label.
    pub fn set_label(&mut self, key: &str, value: &str) -> bool {
        self.set_string(&["metadata", "labels", key], value)
    }

    /// Sets an annotation.
    pub fn set_annotation(&mut self, key: &str, value: &str) -> bool {
        self.set_string(&["metadata", "annotations", key], value)
    }

    /// Removes the member at the path `keys`. Returns whether the member existed.
    pub fn remove(&mut self, keys: &[&str]) -> bool {
        if self.look_up(keys) == Lookup::Absent {
            return false;
        }
        let text = self.bytes();
        let Some(range) = json::removal(text, keys) else { return false };
        self.is_changed = true;
        match replace(&mut self.source, Source::Buffer).given() {
            Some(given) => {
                self.buffer.clear();
                self.buffer.extend_from_slice(given.get(..range.start).unwrap_or_default());
                self.buffer.extend_from_slice(given.get(range.end..).unwrap_or_default());
            }
            None => drop(self.buffer.drain(range)),
        }
        true
    }

    /// Changes the object as a Rust type. Only the changes of `change` are written back, so members that the
    /// type lacks are kept.
    ///
    /// # Errors
    ///
    /// The text is not a value of that type, or the type cannot be written as JSON.
    pub fn edit<T: DeserializeOwned + Serialize>(
        &mut self,
        change: impl FnOnce(&mut T),
    ) -> Result<(), Error> {
        let mut typed: T = self.parse()?;
        let before = serde_json::to_value(&typed)?;
        change(&mut typed);
        let after = serde_json::to_value(&typed)?;
        if before == after {
            return Ok(());
        }
        let mut whole: Value = self.parse()?;
        carry::carry(&before, after, &mut whole);
        serde_json::to_writer(self.rewrite(), &whole)
    }

    fn put(&mut self, keys: &[&str], content: Content<'_>) -> bool {
        let given = self.source.given();
        let Some(place) = self.place(given.unwrap_or(&self.buffer), keys) else { return false };
        self.is_changed = true;
        self.source = Source::Buffer;
        match given {
            Some(given) => place.copy(given, &mut self.buffer, content),
            None => place.apply(&mut self.buffer, content),
        }
        true
    }

    /// Finds the place where the member at the path `keys` is set. Usually the place is known without reading
    /// the text.
    fn place<'k>(&self, text: &[u8], keys: &'k [&'k str]) -> Option<json::Place<'k>> {
        if let (["metadata", below @ ..], Source::Outcome(outcome)) = (keys, &self.source)
            && let [field, ..] = below
            && let Some(Metadata { range, has_field }) = metadata(outcome, field)
        {
            return if has_field {
                json::place_below(text, range.start, below)
            } else {
                json::place_behind(text, range, below)
            };
        }
        json::place(text, keys)
    }

    /// Clears and returns the buffer, for another text.
    fn rewrite(&mut self) -> &mut Vec<u8> {
        self.is_changed = true;
        self.source = Source::Buffer;
        self.buffer.clear();
        &mut self.buffer
    }

    /// Looks a member up without reading the text.
    #[inline(always)]
    fn look_up(&self, keys: &[&str]) -> Lookup<'_> {
        match self.source {
            Source::Outcome(outcome) => look_up(outcome, keys),
            Source::Text(_) | Source::Buffer => Lookup::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Left, Object};

    #[test]
    fn threads_can_share_objects() {
        fn shared<T: Send + Sync>(_: &T) {}
        shared(&Object::of(b"{}"));
    }

    /// Edits of a given text and of the buffer are the same.
    #[test]
    fn the_first_edit_copies() {
        let text = r#"{"\u006detadata":{"n\u0061me":"x"},"kind":"A"}"#;
        let mut object = Object::of(text.as_bytes());
        assert_eq!(object.string(&["metadata", "name"]).as_deref(), Some("x"));
        assert!(!object.is_changed());
        assert!(object.set_label("a", "22") && object.set_label("b", "\""));
        let edited = r#"{"\u006detadata":{"n\u0061me":"x","labels":{"a":"22","b":"\""}},"kind":"A"}"#;
        assert_eq!(object.bytes(), edited.as_bytes());
        assert!(matches!(object.into_left(), Left::Elsewhere(text) if text == edited.as_bytes()));
        let mut buffer = b"old".to_vec();
        let mut object = Object::new(edited.as_bytes(), &mut buffer);
        assert!(object.remove(&["metadata", "labels"]) && object.is_changed());
        assert_eq!(object.bytes(), text.as_bytes());
        assert!(!object.remove(&["metadata", "labels"]));
        assert!(matches!(object.into_left(), Left::InBuffer));
        let mut object = Object::in_buffer(&mut buffer);
        assert_eq!(object.bytes(), text.as_bytes());
        object.replace(b"[1");
        assert!(!object.set_label("a", "1") && !object.remove(&["metadata"]));
        assert_eq!((object.bytes(), object.get(&["metadata"])), (&b"[1"[..], None));
    }
}
