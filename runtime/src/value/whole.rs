//! A value: its type, its content, its members by key.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::field_path::FieldPath;
use crate::path::{Keys, Path};
use crdc_object::json::escape;
use crdc_object::tape::{CHANGED, Entry, Kind, Tape, equal, render};

/// A value in the object of an outcome: defaults are applied, unknown fields are gone.
///
/// A value points into the object, costs nothing to make, and can be copied.
/// [`Accepted::value`](crate::Accepted::value) is the whole object that would be stored,
/// [`Outcome::old_value`](crate::Outcome::old_value) the one that an update replaces.
///
/// ```
/// use crdc::{Accepted, Value};
///
/// fn replicas(accepted: &Accepted<'_>) -> Option<i64> {
///     accepted.value().get("spec")?.get("replicas")?.as_i64()
/// }
///
/// fn first_port(accepted: &Accepted<'_>) -> Option<i64> {
///     accepted.at("spec.ports[0].port").and_then(Value::as_i64)
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Value<'a> {
    pub(super) tape: Tape<'a>,
    pub(super) at: u32,
}

/// The index of a missing value, which is beyond every tape, because entries are larger than one byte.
const NOTHING: u32 = u32::MAX - 1;

/// The type of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// `null`
    Null,
    /// `true` or `false`.
    Bool,
    /// A number without fraction or exponent that fits an `i64`.
    Int,
    /// Any other number.
    Float,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object or map.
    Object,
}

impl<'a> Value<'a> {
    pub(crate) fn new(tape: Tape<'a>, at: u32) -> Self {
        Value { tape, at }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn tape(self) -> (Tape<'a>, u32) {
        (self.tape, self.at)
    }

    /// A null value of the same object, which is returned for an absent field.
    #[inline]
    pub(crate) fn nothing(self) -> Value<'a> {
        Value { at: NOTHING, ..self }
    }

    #[inline]
    pub(super) fn entry(&self) -> Entry {
        self.tape.entry(self.at)
    }

    /// The type of the value.
    pub fn kind(self) -> ValueKind {
        match self.entry().kind {
            Kind::Null => ValueKind::Null,
            Kind::False | Kind::True => ValueKind::Bool,
            Kind::Int => ValueKind::Int,
            Kind::Float => ValueKind::Float,
            Kind::String => ValueKind::String,
            Kind::Array => ValueKind::Array,
            Kind::Object => ValueKind::Object,
        }
    }

    /// Whether the value is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.entry().kind == Kind::Null
    }

    /// The boolean. `None` if the value is not a boolean.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match self.entry().kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The integer. `None` if the value is not an integer, also for a number such as `1.0`.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        let entry = self.entry();
        (entry.kind == Kind::Int).then(|| self.tape.int(&entry))
    }

    /// The number, integer or not. `None` if the value is not a number. An integer beyond 2⁵³ may lose its
    /// last digits.
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        let entry = self.entry();
        match entry.kind {
            Kind::Int => Some(self.tape.int(&entry) as f64),
            Kind::Float => Some(self.tape.float(&entry)),
            _ => None,
        }
    }

    /// The content of the string. `None` if the value is not a string.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        let entry = self.entry();
        if entry.kind != Kind::String {
            return None;
        }
        core::str::from_utf8(self.tape.string(&entry)).ok()
    }

    /// The member of the object with this key. `None` if there is no such member, or the value is not an
    /// object.
    #[inline]
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        // Keys are compared as they are written.
        let is_plain = key.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
        if is_plain { self.member(key.as_bytes()) } else { self.escaped_member(key) }
    }

    #[cold]
    fn escaped_member(self, key: &str) -> Option<Value<'a>> {
        let mut written = Vec::new();
        escape::append_canonical(&mut written, key);
        self.member(&written)
    }

    /// The member whose key has this JSON spelling.
    #[inline]
    pub(crate) fn written_member(self, written: &str) -> Option<Value<'a>> {
        self.member(written.as_bytes())
    }

    #[inline]
    fn member(self, written: &[u8]) -> Option<Value<'a>> {
        self.tape.member(self.at, written).map(|at| Value { at, ..self })
    }

    /// The value as JSON: borrowed, unless a part of it was pruned, defaulted or changed.
    pub fn json(self) -> Cow<'a, str> {
        let entry = self.entry();
        if !entry.has(CHANGED) {
            return String::from_utf8_lossy(self.tape.text(&entry));
        }
        let mut out = Vec::new();
        render(self.tape, self.at, &mut out, &mut Vec::new());
        // Texts on a tape are valid UTF-8.
        Cow::Owned(String::from_utf8(out).unwrap_or_default())
    }

    /// The path of the value in the object, as the server writes paths: `spec.rules[0].name`, with the keys
    /// of maps in brackets. [`Value::at`] reads such paths. Takes time linear in the object.
    pub fn path(self) -> FieldPath {
        Path::new(self.tape, 0, Keys::Bracketed).path(self.at, false).unwrap_or_default()
    }
}

/// Two values are equal if they are equal for the server: members may have any order, and `1` is not `1.0`.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Value<'_>) -> bool {
        equal(self.tape, self.at, other.tape, other.at)
    }
}

/// The value as JSON.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json())
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json())
    }
}
