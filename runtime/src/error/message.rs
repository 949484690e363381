//! Message texts that may contain a path. The path is written out only when printed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crdc_vocabulary::Wording;

use super::Literal;
use super::value::shown;
use crate::field_path::FieldPath;
use crdc_object::json::go;

/// A sentence about an object: the detail of an error, or a warning.
///
/// A message may contain a path, whose prefix is shared like that of a [`FieldPath`]. The text is created on
/// demand, by `Display` or `to_string`; a message can be compared with strings directly.
///
/// ```
/// let message = crdc::Message::from("must not be empty");
/// assert_eq!(message, "must not be empty");
/// ```
#[derive(Clone, Default)]
pub struct Message {
    text: Cow<'static, str>,
    path: Option<Box<Inserted>>,
    /// The end of the text, which many errors share.
    end: Option<Arc<str>>,
    /// The message as data, if other server versions word it differently.
    wording: Option<Box<Wording>>,
}

/// A path inside a text.
#[derive(Clone)]
struct Inserted {
    path: FieldPath,
    /// The offset in the text.
    at: usize,
    /// Whether the value is quoted as by Go's `%q`.
    quoted: bool,
}

impl Message {
    /// Creates a message: a path, followed by a text.
    pub(crate) fn of(path: &FieldPath, rest: String) -> Self {
        Self::around("", path, rest)
    }

    /// Creates a message: a path between two texts.
    pub(crate) fn around(before: &str, path: &FieldPath, rest: String) -> Self {
        Self::insert(before, path.clone(), rest, false)
    }

    /// Creates a message: a path in Go's quotes between two texts.
    pub(crate) fn quoting(before: &str, path: &FieldPath, rest: String) -> Self {
        Self::insert(before, path.clone(), rest, true)
    }

    /// Creates a message: a text, followed by a text that many errors share.
    pub(crate) fn ending(text: impl Into<Cow<'static, str>>, end: Arc<str>) -> Self {
        Message { text: text.into(), end: Some(end).filter(|end| !end.is_empty()), ..Message::default() }
    }

    fn insert(before: &str, path: FieldPath, rest: String, quoted: bool) -> Self {
        let text = if before.is_empty() { rest } else { [before, &rest].concat() };
        Message {
            text: text.into(),
            path: Some(Box::new(Inserted { path, at: before.len(), quoted })),
            ..Message::default()
        }
    }

    /// The whole text.
    fn written(&self) -> Cow<'_, str> {
        let is_text = self.path.is_none() && self.end.is_none();
        if is_text { Cow::Borrowed(&self.text) } else { self.to_string().into() }
    }

    /// The message as data, if other server versions word it differently.
    ///
    /// ```
    /// use crdc::{Message, Wording};
    ///
    /// let message = Message::from(Wording::MaxBytes(5));
    /// assert_eq!(message, "may not be more than 5 bytes");
    /// assert_eq!(message.wording(), Some(&Wording::MaxBytes(5)));
    /// ```
    pub fn wording(&self) -> Option<&Wording> {
        self.wording.as_deref()
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.path.is_none() && self.end.is_none()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(inserted) = &self.path else {
            f.write_str(&self.text)?;
            return f.write_str(self.end.as_deref().unwrap_or_default());
        };
        let (before, after) = self.text.split_at_checked(inserted.at).unwrap_or((&self.text, ""));
        f.write_str(before)?;
        if inserted.quoted {
            f.write_str(&go::quote(&inserted.path.to_string()))?;
        } else {
            fmt::Display::fmt(&inserted.path, f)?;
        }
        f.write_str(after)
    }
}

/// Constants in the server's list format.
pub(super) fn listed(values: &[Literal<'_>]) -> String {
    let texts: Vec<String> = values.iter().map(|value| go::quote(&shown(value))).collect();
    texts.join(", ")
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        match (&self.path, &other.path) {
            _ if [self, other].iter().any(|it| it.end.is_some()) => self.written() == other.written(),
            (None, None) => self.text == other.text,
            (Some(one), Some(two)) if one.at == two.at && one.quoted == two.quoted => {
                self.text == other.text && one.path == two.path
            }
            _ => self.written() == other.written(),
        }
    }
}

impl Eq for Message {}

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.written() == other
    }
}

impl PartialEq<&str> for Message {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl PartialEq<String> for Message {
    fn eq(&self, other: &String) -> bool {
        self == other.as_str()
    }
}

impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Message { text: text.into(), ..Message::default() }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message { text: text.into(), ..Message::default() }
    }
}

impl From<Wording> for Message {
    fn from(wording: Wording) -> Self {
        Message { text: wording.to_string().into(), wording: Some(Box::new(wording)), ..Message::default() }
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        message.to_string()
    }
}
