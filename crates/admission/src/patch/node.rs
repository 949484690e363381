//! A document that is patched. In: JSON text. Out: JSON text. A value stays text until an operation needs a
//! value in it, so that unchanged values are neither parsed nor written again.
//!
//! Easy to break: scalars are compared as texts, and scalars of the stored object in the form in which Go
//! writes them: `1.0` is not `1`, and a test for `"<"` fails, because Go writes `"\u003c"`. The server's
//! library does so.
// evanphx/json-patch v4.13.0: patch.go lazyNode

use std::borrow::Cow;
use std::collections::BTreeMap;

use crdc_vocabulary::go::{Escapes, json_float, json_string};
use serde_json::value::RawValue;

use super::limits::{Stop, Work};

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Null,
    /// An unparsed value of the stored object or of the patch.
    Text {
        text: Box<str>,
        is_stored: bool,
    },
    Array(Vec<Node>),
    Object(BTreeMap<Box<str>, Node>),
}

/// The largest depth of values that are compared. Stored objects have at most half of it.
const DEEPEST_COMPARED: usize = 200;

impl Node {
    pub(super) fn of(text: &str, is_stored: bool) -> Node {
        let text = text.trim_ascii();
        if text == "null" { Node::Null } else { Node::Text { text: text.into(), is_stored } }
    }

    /// Parses the members or items of the text, if it is a container.
    pub(super) fn open(&mut self, work: &mut Work) -> Result<(), Stop> {
        let Node::Text { text, is_stored } = self else { return Ok(()) };
        let is_stored = *is_stored;
        let made = match text.as_bytes().first() {
            Some(b'{') => {
                work.bytes(text.len())?;
                let read: Option<BTreeMap<Box<str>, &RawValue>> = serde_json::from_str(text).ok();
                let node = |(key, value): (_, &RawValue)| (key, Node::of(value.get(), is_stored));
                read.map(|members| Node::Object(members.into_iter().map(node).collect()))
            }
            Some(b'[') => {
                work.bytes(text.len())?;
                let read: Option<Vec<&RawValue>> = serde_json::from_str(text).ok();
                let node = |value: &RawValue| Node::of(value.get(), is_stored);
                read.map(|items| Node::Array(items.into_iter().map(node).collect()))
            }
            _ => None,
        };
        if let Some(made) = made {
            *self = made;
        }
        Ok(())
    }

    /// Whether the node equals the value of this text, which is not null.
    pub(super) fn equals(&mut self, other: &str, work: &mut Work) -> Result<bool, Stop> {
        self.equals_within(other, DEEPEST_COMPARED, work)
    }

    fn equals_within(&mut self, other: &str, levels: usize, work: &mut Work) -> Result<bool, Stop> {
        let Some(levels) = levels.checked_sub(1) else { return Err(Stop::TooMuch) };
        self.open(work)?;
        match self {
            Node::Null => Ok(false),
            Node::Text { text, is_stored } => {
                let text = if *is_stored { as_go_writes(text) } else { Cow::Borrowed(&**text) };
                Ok(text == other)
            }
            Node::Object(members) => {
                work.bytes(other.len())?;
                let Ok(others) = serde_json::from_str::<BTreeMap<Box<str>, &RawValue>>(other) else {
                    return Ok(false);
                };
                if others.len() != members.len() {
                    return Ok(false);
                }
                for (key, value) in members {
                    let Some(other) = others.get(key).map(|other| other.get()) else { return Ok(false) };
                    let same = match (&value, other) {
                        (Node::Null, "null") => true,
                        (Node::Null, _) | (_, "null") => false,
                        _ => value.equals_within(other, levels, work)?,
                    };
                    if !same {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Node::Array(items) => {
                work.bytes(other.len())?;
                let Ok(others) = serde_json::from_str::<Vec<&RawValue>>(other) else { return Ok(false) };
                if others.len() != items.len() {
                    return Ok(false);
                }
                for (item, other) in items.iter_mut().zip(others) {
                    // The library has no node for a null, and fails when it uses one.
                    if matches!(item, Node::Null) || other.get() == "null" {
                        return Err(Stop::Panics);
                    }
                    if !item.equals_within(other.get(), levels, work)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    /// Appends the text. Members are in alphabetical order.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Node::Null => out.push_str("null"),
            Node::Text { text, .. } => out.push_str(text),
            Node::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Node::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    // Writing a string into memory cannot fail.
                    out.push_str(&serde_json::to_string(&**key).unwrap_or_default());
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// The node as text.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

/// A scalar of the stored object as Go's encoder writes it.
fn as_go_writes(text: &str) -> Cow<'_, str> {
    if text.starts_with('"') {
        return match serde_json::from_str::<Cow<'_, str>>(text) {
            Ok(content) => Cow::Owned(json_string(&content, Escapes::Standard)),
            Err(_) => Cow::Borrowed(text),
        };
    }
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    // Unstructured objects have integers of 64 bits, and floats for all other numbers.
    if let Ok(integer) = text.parse::<i64>() {
        return Cow::Owned(integer.to_string());
    }
    text.parse::<f64>().map_or(Cow::Borrowed(text), |float| Cow::Owned(json_float(float)))
}
