//! Scalars: the keys of list maps, discriminators and items of sets.
//!
//! Easy to break: numbers have the form in which the JSON code stores them. An integer beyond 64 bits is a
//! float, a whole float within 64 bits is an integer, NaN and infinities are null.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::short::Short;
use crdc_object::json::{escape, go};

/// A constant of an `enum`, or a default.
pub type Literal = crate::error::Literal<'static>;

/// A bool, number, string, null, absent, or anything else.
#[derive(Clone, Copy)]
pub enum Scalar<'a> {
    /// Not serialized.
    Absent,
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(&'a str),
    /// A string of a type without rules, known only to its `Serialize`.
    Written(Unread<'a>),
    /// A list or an object.
    Other,
}

/// A string that must be serialized to be read: a value, or a member of its serialized object.
#[derive(Clone, Copy)]
pub struct Unread<'a> {
    pub(super) value: &'a dyn Writes,
    pub(super) member: Option<&'static str>,
}

impl Unread<'_> {
    fn look(self, look: &mut dyn FnMut(&str)) {
        match self.member {
            Some(name) => self.value.look_part(name, look),
            None => self.value.look(look),
        }
    }
}

/// A value that can be serialized as JSON.
pub trait Writes {
    /// Passes the value as a map key, without quotes, to `look`.
    fn key(&self, look: &mut dyn FnMut(&str));

    /// Passes the value to `look` if it is a string.
    fn look(&self, look: &mut dyn FnMut(&str));

    /// Passes the member of this name to `look` if it is a string.
    fn look_part(&self, name: &str, look: &mut dyn FnMut(&str));
}

/// Applies `make` to a value that is a string.
#[inline(never)]
pub(super) fn looked<R: Default>(value: Unread<'_>, make: impl FnOnce(&str) -> R) -> R {
    let (mut made, mut make) = (R::default(), Some(make));
    value.look(&mut |text| {
        if let Some(make) = make.take() {
            made = make(text);
        }
    });
    made
}

/// An integer as it is stored.
#[inline(always)]
pub(super) fn integer(small: Option<i64>, large: f64) -> Scalar<'static> {
    match small {
        Some(value) => Scalar::Int(value),
        // It may be rounded to one that fits.
        None => float(large),
    }
}

/// A float as it is stored.
pub(super) fn float(value: f64) -> Scalar<'static> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let whole = (-LIMIT..LIMIT).contains(&value) && value == value as i64 as f64;
    match (value.is_finite(), whole) {
        (false, _) => Scalar::Null,
        (true, true) => Scalar::Int(value as i64),
        (true, false) => Scalar::Float(value),
    }
}

/// The `f64` that an `f32` is parsed as from its JSON.
pub(super) fn widen(value: f32) -> f64 {
    let mut digits = Short::<24>::new();
    let written = write!(digits, "{value:e}").is_ok();
    written.then(|| digits.as_str().parse().ok()).flatten().unwrap_or(f64::from(value))
}

impl<'a> Scalar<'a> {
    /// Whether it is present and not null.
    #[inline(always)]
    pub(super) fn is_set(self) -> bool {
        !matches!(self, Scalar::Absent | Scalar::Null)
    }

    /// The default if it is absent.
    #[inline(always)]
    pub(super) fn or(self, default: Option<Literal>) -> Scalar<'a> {
        match (self, default) {
            (Scalar::Absent, Some(default)) => default.into(),
            (scalar, _) => scalar,
        }
    }

    /// Whether both are equal. An integer never equals a float, and absent never equals null. Lists and
    /// objects are never equal.
    #[inline(always)]
    pub(super) fn same(self, other: Scalar<'_>) -> bool {
        match (self, other) {
            (Scalar::Text(a), Scalar::Text(b)) => a == b,
            (a, b) => a.is(b),
        }
    }

    fn is(self, other: Scalar<'_>) -> bool {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => a == b,
            (Scalar::Bool(a), Scalar::Bool(b)) => a == b,
            (Scalar::Float(a), Scalar::Float(b)) => a == b,
            (Scalar::Absent, Scalar::Absent) | (Scalar::Null, Scalar::Null) => true,
            (Scalar::Written(a), Scalar::Text(b)) | (Scalar::Text(b), Scalar::Written(a)) => {
                looked(a, |a| a == b)
            }
            (Scalar::Written(a), Scalar::Written(b)) => looked(a, |a| looked(b, |b| a == b)),
            _ => false,
        }
    }

    /// The value as JSON.
    pub(super) fn to_json(self) -> String {
        let mut out = String::new();
        match self {
            Scalar::Absent | Scalar::Null | Scalar::Other => out.push_str("null"),
            Scalar::Bool(value) => out.push_str(if value { "true" } else { "false" }),
            Scalar::Int(value) => out = value.to_string(),
            Scalar::Float(value) => out = go::value_float(value),
            Scalar::Text(text) => escape::append_string(&mut out, text),
            Scalar::Written(value) => value.look(&mut |text| escape::append_string(&mut out, text)),
        }
        out
    }

    /// Appends bytes that are equal for equal values. No value's bytes are a prefix of another's.
    pub(super) fn key(self, out: &mut Vec<u8>) {
        match self {
            Scalar::Absent => out.push(b'-'),
            Scalar::Null | Scalar::Other => out.push(b'n'),
            Scalar::Bool(value) => out.push(if value { b't' } else { b'f' }),
            Scalar::Int(value) => {
                out.push(b'i');
                out.extend_from_slice(&value.to_le_bytes());
            }
            Scalar::Float(value) => {
                out.push(b'd');
                out.extend_from_slice(&(value + 0.0).to_bits().to_le_bytes());
            }
            Scalar::Text(text) => {
                out.push(b's');
                out.extend_from_slice(&(text.len() as u32).to_le_bytes());
                out.extend_from_slice(text.as_bytes());
            }
            Scalar::Written(value) => looked(value, |text| Scalar::Text(text).key(out)),
        }
    }
}

impl From<Literal> for Scalar<'static> {
    fn from(literal: Literal) -> Self {
        match literal {
            Literal::Null => Scalar::Null,
            Literal::Bool(value) => Scalar::Bool(value),
            Literal::Int(value) => Scalar::Int(value),
            Literal::Float(value) => float(value),
            Literal::String(text) => Scalar::Text(text),
            Literal::Json(_) => Scalar::Other,
        }
    }
}

impl fmt::Debug for Scalar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Absent => f.write_str("absent"),
            Scalar::Other => f.write_str("other"),
            scalar => f.write_str(&scalar.to_json()),
        }
    }
}
