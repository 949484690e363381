//! Reads numbers as `serde_json` does. In: text. Out: the number that is passed to a visitor.
//!
//! Easy to break: a float on the tape can be an integer beyond 63 bits, which types of 64 or 128 bits can
//! hold.

use serde::de::{Unexpected, Visitor};

use super::error::ReadError;

/// A number.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

impl Number {
    /// The number that JSON text writes; `None` if it is none.
    pub(super) fn of(text: &str) -> Option<Number> {
        let is_integer = is_number(text)?;
        if is_integer {
            if let Ok(value) = text.parse() {
                return Some(Number::Signed(value));
            }
            if let Ok(value) = text.parse() {
                return Some(Number::Unsigned(value));
            }
        }
        text.parse().ok().filter(|value: &f64| value.is_finite()).map(Number::Float)
    }

    /// The number in the form of error messages.
    pub(super) fn found(self) -> Unexpected<'static> {
        match self {
            Number::Signed(value) => Unexpected::Signed(value),
            Number::Unsigned(value) => Unexpected::Unsigned(value),
            Number::Float(value) => Unexpected::Float(value),
        }
    }

    #[inline]
    pub(super) fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self {
            Number::Signed(value) if value >= 0 => visitor.visit_u64(value as u64),
            Number::Signed(value) => visitor.visit_i64(value),
            Number::Unsigned(value) => visitor.visit_u64(value),
            Number::Float(value) => visitor.visit_f64(value),
        }
    }
}

/// Whether a text is a JSON number, and then whether it is an integer.
fn is_number(text: &str) -> Option<bool> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return None;
    }
    let mut rest = rest.get(whole..)?;
    let is_integer = rest.is_empty();
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        rest = fraction.get(length..).filter(|_| length > 0)?;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let length = digits(exponent);
        rest = exponent.get(length..).filter(|_| length > 0)?;
    }
    rest.is_empty().then_some(is_integer)
}
