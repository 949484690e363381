//! The JSON text of an object: to read for everybody, to change for mutators.
//!
//! Easy to break: an edit of a Rust type must not drop members that the type does not know (`carry.rs`).

mod carry;

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

use crate::json;

/// An object as JSON text.
///
/// A shared reference can only read it. Nothing is copied before the first change.
#[derive(Debug)]
pub struct Object<'a> {
    /// The text before a change; `None` if it is in the buffer.
    given: Option<&'a [u8]>,
    buffer: Vec<u8>,
    is_changed: bool,
}

impl<'a> Object<'a> {
    /// An object from its JSON text.
    pub fn of(text: &'a [u8]) -> Self {
        Object::new(text, Vec::new())
    }

    /// An object that changes go to `buffer` of, which keeps its memory.
    pub(crate) fn new(given: &'a [u8], buffer: Vec<u8>) -> Self {
        Object { given: Some(given), buffer, is_changed: false }
    }

    /// An object with its text in a buffer.
    pub(crate) fn owned(buffer: Vec<u8>) -> Self {
        Object { given: None, buffer, is_changed: false }
    }

    /// The buffer, with the text if it was changed or owned.
    pub(crate) fn into_buffer(self) -> (Vec<u8>, bool) {
        (self.buffer, self.is_changed)
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        self.given.unwrap_or(&self.buffer)
    }

    /// The JSON text of the member at the path `keys`: `object.get(&["spec", "replicas"])`.
    pub fn get(&self, keys: &[&str]) -> Option<&[u8]> {
        json::find(self.bytes(), keys).and_then(|range| self.bytes().get(range))
    }

    /// The keys of the object at the path `keys`, as they are written between quotes.
    pub(crate) fn keys(&self, keys: &[&str]) -> impl Iterator<Item = &[u8]> {
        let text = self.bytes();
        let start = json::find(text, keys).map_or(text.len(), |range| range.start);
        json::members(text, start).map(move |member| {
            let quoted = text.get(member.key).unwrap_or_default();
            quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default()
        })
    }

    /// The string at the path `keys`; `None` if there is none or it is another value.
    pub fn string(&self, keys: &[&str]) -> Option<Cow<'_, str>> {
        self.get(keys).and_then(json::string)
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
        self.given = None;
        self.buffer.clear();
        self.buffer.extend_from_slice(text);
        self.is_changed = true;
    }

    /// Sets the member at the path `keys` to JSON text, and creates objects above it that are missing. Returns
    /// whether that was possible: not if a value above it is not an object.
    pub fn set(&mut self, keys: &[&str], value: &[u8]) -> bool {
        json::set(self.text(), keys, value)
    }

    /// Sets the member at the path `keys` to a string, like [`Object::set`].
    pub fn set_string(&mut self, keys: &[&str], value: &str) -> bool {
        let mut quoted = Vec::with_capacity(value.len() + 2);
        json::push_string(&mut quoted, value);
        self.set(keys, &quoted)
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
        json::find(self.bytes(), keys).is_some() && json::remove(self.text(), keys)
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
        self.given = None;
        self.buffer.clear();
        self.is_changed = true;
        serde_json::to_writer(&mut self.buffer, &whole)
    }

    /// The text to change.
    fn text(&mut self) -> &mut Vec<u8> {
        if let Some(given) = self.given.take() {
            self.buffer.clear();
            self.buffer.extend_from_slice(given);
        }
        self.is_changed = true;
        &mut self.buffer
    }
}
