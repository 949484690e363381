//! The JSON text of an object: to read for everybody, to change for mutators.
//!
//! Easy to break: an edit of a Rust type must not drop members that the type does not know (`carry.rs`).

mod carry;

use std::borrow::Cow;
use std::mem::replace;

use crdc::__private::lookup::{Lookup, lasting_object, look_up};
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
    buffer: Vec<u8>,
    is_changed: bool,
}

/// Where the text is.
#[derive(Debug)]
enum Source<'a> {
    /// It is the object of an outcome, decoded already: members are found without reading the text.
    Outcome(&'a Outcome<'a>),
    /// It was given.
    Text(&'a [u8]),
    /// It is in the buffer, as after a change.
    Buffer,
}

impl<'a> Source<'a> {
    /// The text, unless it is in the buffer.
    fn given(&self) -> Option<&'a [u8]> {
        match self {
            Source::Outcome(outcome) => Some(lasting_object(outcome).unwrap_or_default()),
            Source::Text(text) => Some(text),
            Source::Buffer => None,
        }
    }
}

impl<'a> Object<'a> {
    /// An object from its JSON text.
    pub fn of(text: &'a [u8]) -> Self {
        Object::new(text, Vec::new())
    }

    /// An object that changes go to `buffer` of, which keeps its memory.
    pub(crate) fn new(given: &'a [u8], buffer: Vec<u8>) -> Self {
        Object { source: Source::Text(given), ..Object::owned(buffer) }
    }

    /// The object of an outcome, like [`Object::new`].
    pub(crate) fn decoded(outcome: &'a Outcome<'a>, buffer: Vec<u8>) -> Self {
        Object { source: Source::Outcome(outcome), ..Object::owned(buffer) }
    }

    /// An object with its text in a buffer.
    pub(crate) fn owned(buffer: Vec<u8>) -> Self {
        Object { source: Source::Buffer, buffer, is_changed: false }
    }

    /// The buffer, with the text if it was changed or owned.
    pub(crate) fn into_buffer(self) -> (Vec<u8>, bool) {
        (self.buffer, self.is_changed)
    }

    /// The text that was given, unless it was changed, and the buffer.
    pub(crate) fn into_parts(self) -> (Option<&'a [u8]>, Vec<u8>) {
        (self.source.given(), self.buffer)
    }

    /// Makes it the object of an outcome again; the buffer keeps its memory.
    pub(crate) fn reset(&mut self, outcome: &'a Outcome<'a>) {
        self.source = Source::Outcome(outcome);
        self.is_changed = false;
    }

    /// Gives it another text; the buffer keeps its memory.
    pub(crate) fn give(&mut self, text: &'a [u8]) {
        self.source = Source::Text(text);
    }

    /// Counts only changes from now on.
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

    /// Like [`Object::get`], in the text.
    #[inline(never)]
    fn search(&self, keys: &[&str]) -> Option<&[u8]> {
        json::find(self.bytes(), keys).and_then(|range| self.bytes().get(range))
    }

    /// The string at the path `keys`; `None` if there is none or it is another value.
    pub fn string(&self, keys: &[&str]) -> Option<Cow<'_, str>> {
        match self.look_up(keys) {
            Lookup::String(quoted) => json::plain_string(quoted),
            Lookup::Other(text) => json::string(text),
            Lookup::Absent => None,
            Lookup::Unknown => json::string(self.search(keys)?),
        }
    }

    /// The integer at the path `keys`; `None` if there is none or it is another value.
    pub fn integer(&self, keys: &[&str]) -> Option<i64> {
        std::str::from_utf8(self.get(keys)?).ok()?.parse().ok()
    }

    /// The object as a Rust type.
    ///
    /// # Errors
    ///
    /// If the text is not of that type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Error> {
        serde_json::from_slice(self.bytes())
    }

    /// Whether the text was changed, even to the same.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Replaces the whole text. What is not a valid object is refused when the mutators are done.
    pub fn replace(&mut self, text: &[u8]) {
        self.rewrite().extend_from_slice(text);
    }

    /// Sets the member at the path `keys` to JSON text, and creates objects above it that are missing. Returns
    /// whether that was possible: not if a value above it is not an object.
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

    /// Removes the member at the path `keys`; returns whether it was there.
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

    /// Changes the object as a Rust type. Only what `change` changed is written back, so members that the type
    /// does not have are kept.
    ///
    /// # Errors
    ///
    /// If the text is not of that type, or the type cannot be written as JSON.
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
        let Some(place) = json::place(self.bytes(), keys) else { return false };
        self.is_changed = true;
        match replace(&mut self.source, Source::Buffer).given() {
            Some(given) => place.copy(given, &mut self.buffer, content),
            None => place.apply(&mut self.buffer, content),
        }
        true
    }

    /// The empty buffer, for another text.
    fn rewrite(&mut self) -> &mut Vec<u8> {
        self.is_changed = true;
        self.source = Source::Buffer;
        self.buffer.clear();
        &mut self.buffer
    }

    /// What is known of the member without reading the text.
    fn look_up(&self, keys: &[&str]) -> Lookup<'_> {
        match self.source {
            Source::Outcome(outcome) => look_up(outcome, keys),
            Source::Text(_) | Source::Buffer => Lookup::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Object;

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
        let (given, buffer) = object.into_parts();
        assert_eq!((given, buffer.as_slice()), (None, edited.as_bytes()));
        let mut object = Object::new(edited.as_bytes(), b"old".to_vec());
        assert!(object.remove(&["metadata", "labels"]) && object.is_changed());
        assert_eq!(object.bytes(), text.as_bytes());
        assert!(!object.remove(&["metadata", "labels"]));
        object.replace(b"[1");
        assert!(!object.set_label("a", "1") && !object.remove(&["metadata"]));
        assert_eq!((object.bytes(), object.get(&["metadata"])), (&b"[1"[..], None));
    }
}
