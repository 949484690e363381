//! Decodes numbers and booleans.
//!
//! A number without `.`, `e`, `E` that fits 64 bits is an integer; any other is a float.
// sigs.k8s.io/json: decode.go convertNumber

use super::{DecodeResult, Decoder, Member, Shape};
use crate::error::{Bound, kinds};
use crdc_object::tape::Kind;

/// A decoded number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A number without fraction or exponent, within 64 bits.
    Int(i64),
    /// Any other number.
    Float(f64),
}

impl Number {
    /// Whether the number exceeds a maximum.
    #[inline]
    pub fn above(self, bound: &Bound) -> bool {
        match self {
            // kube-openapi: values.go MaximumNativeType
            Number::Int(value) if bound.native => {
                let limit = bound.limit as i64;
                value > limit || (bound.exclusive && value == limit)
            }
            other => {
                let value = other.as_f64();
                value > bound.limit || (bound.exclusive && value >= bound.limit)
            }
        }
    }

    /// Whether the number is below a minimum.
    #[inline]
    pub fn below(self, bound: &Bound) -> bool {
        match self {
            Number::Int(value) if bound.native => {
                let limit = bound.limit as i64;
                value < limit || (bound.exclusive && value == limit)
            }
            other => {
                let value = other.as_f64();
                value < bound.limit || (bound.exclusive && value <= bound.limit)
            }
        }
    }

    /// Whether the number is a multiple of a positive factor.
    // kube-openapi: values.go MultipleOf, MultipleOfInt
    pub fn is_multiple_of(self, factor: f64, native: bool) -> bool {
        match self {
            Number::Int(value) if native => match factor as i64 {
                ..=0 => false,
                factor => value % factor == 0,
            },
            other => {
                let value = other.as_f64();
                factor > 0.0 && is_whole(if factor < 1.0 { 1.0 / factor * value } else { value / factor })
            }
        }
    }

    /// Whether the number is an integer within 32 bits.
    #[inline]
    pub fn fits_i32(self) -> bool {
        match self {
            Number::Int(value) => i32::try_from(value).is_ok(),
            Number::Float(value) => value == value as i32 as f64,
        }
    }

    /// Whether the number is an integer within 64 bits when formatted as Go formats floats.
    #[inline]
    pub fn fits_i64(self) -> bool {
        match self {
            Number::Int(_) => true,
            // swag.FormatFloat64 writes the fewest digits, without an exponent: -2^63 becomes
            // -9223372036854776000, which does not fit.
            Number::Float(value) => value == value as i64 as f64 && value.abs() < 9_223_372_036_854_775_808.0,
        }
    }

    /// Whether the number is within the range of a 32-bit float.
    #[inline]
    pub fn fits_f32(self) -> bool {
        (self.as_f64() as f32).is_finite()
    }

    #[inline]
    fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    #[inline]
    pub(crate) fn kind_bit(self) -> u8 {
        match self {
            Number::Int(_) => kinds::INT,
            Number::Float(value) if is_whole(value) => kinds::WHOLE,
            Number::Float(_) => kinds::FLOAT,
        }
    }
}

/// Whether a float counts as an integer, with the server's tolerance.
// go-openapi/swag: convert.go IsFloat64AJSONInteger
pub(crate) fn is_whole(value: f64) -> bool {
    const LIMIT: f64 = 9_007_199_254_740_991.0;
    const EPSILON: f64 = 1e-9;
    if !(-LIMIT..=LIMIT).contains(&value) {
        return false;
    }
    if value == value as i64 as f64 {
        return true;
    }
    // Go's conversion of a negative float to an unsigned integer wraps on amd64.
    let unsigned = if value < 0.0 { (value as i64 as u64) as f64 } else { value as u64 as f64 };
    if value == 0.0 || unsigned == 0.0 {
        return false;
    }
    let magnitude = if value < 0.0 { -value } else { value };
    let difference = if value > unsigned { value - unsigned } else { unsigned - value };
    difference / (magnitude + unsigned) < EPSILON
}

impl<'p> Decoder<'_, 'p> {
    /// Decodes a number that the shape accepts. Any other value is handled here and returns `None`.
    // Inlined, so that a number stays in registers; what it calls is not.
    #[inline(always)]
    pub fn number(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<Option<Number>> {
        match self.plain_integer(member) {
            Some(value) => {
                if shape.accepts & kinds::INT == 0 {
                    self.mismatch(shape);
                }
                Ok(Some(Number::Int(value)))
            }
            None => self.other_number(member, shape),
        }
    }

    #[inline(never)]
    fn other_number(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<Option<Number>> {
        if !matches!(self.peek(), b'-' | b'0'..=b'9') {
            self.unexpected(member, shape)?;
            return Ok(None);
        }
        let number = self.unusual_number(member)?;
        if shape.accepts & number.kind_bit() == 0 {
            self.mismatch(shape);
        }
        Ok(Some(number))
    }

    /// Decodes an integer without further constraints.
    #[inline(never)]
    pub fn integer(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult {
        self.number(member, shape)?;
        Ok(())
    }

    /// Decodes a number; its first byte must be next.
    #[inline(always)]
    pub fn open_number(&mut self, member: Member) -> DecodeResult<Number> {
        match self.plain_integer(member) {
            Some(value) => Ok(Number::Int(value)),
            None => self.unusual_number(member),
        }
    }

    /// Decodes an integer of at most fifteen digits without a sign, if it is next and the text does not end
    /// soon after it. No calls, so that it needs no stack.
    #[inline(never)]
    fn plain_integer(&mut self, member: Member) -> Option<i64> {
        if self.tape.len() == self.tape.capacity() {
            return None;
        }
        let (start, window) = (self.place(), self.window::<16>()?);
        let mut value = 0u64;
        for (count, &byte) in window.iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                let zero = window[0] == b'0' && count > 1;
                if count == 0 || zero || matches!(byte, b'.' | b'e' | b'E') {
                    return None;
                }
                self.push(member, Kind::Int, start, start + count);
                self.at = start + count;
                return Some(value as i64);
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        }
        None
    }

    #[inline(never)]
    fn unusual_number(&mut self, member: Member) -> DecodeResult<Number> {
        let start = self.at;
        let digits = start + usize::from(self.byte() == b'-');
        let run = self.text.get(digits..).unwrap_or(b"");
        let end = digits + run.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.long_number(member, start, digits, end)
    }

    fn long_number(
        &mut self,
        member: Member,
        start: usize,
        digits: usize,
        mut at: usize,
    ) -> DecodeResult<Number> {
        let text = self.text;
        if at == digits {
            return self.refuse();
        }
        if text.get(digits) == Some(&b'0') {
            at = digits + 1;
        }
        let mut float = false;
        let run = |mut at: usize| {
            while text.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        if text.get(at) == Some(&b'.') {
            float = true;
            let end = run(at + 1);
            if end == at + 1 {
                return self.refuse();
            }
            at = end;
        }
        if let Some(b'e' | b'E') = text.get(at) {
            float = true;
            let first = at + 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
            let end = run(first);
            if end == first {
                return self.refuse();
            }
            at = end;
        }
        let Some(written) = text.get(start..at).and_then(|bytes| core::str::from_utf8(bytes).ok()) else {
            return self.refuse();
        };
        let integer = if float { None } else { written.parse::<i64>().ok() };
        let number = match integer {
            Some(value) => Number::Int(value),
            None if !float && !self.normalized => return self.ask_normalize(),
            None => match written.parse::<f64>() {
                Ok(value) if value.is_finite() => Number::Float(value),
                _ => return self.refuse(),
            },
        };
        let kind = if matches!(number, Number::Int(_)) { Kind::Int } else { Kind::Float };
        self.side.floats |= kind == Kind::Float;
        self.push(member, kind, start, at);
        self.at = at;
        Ok(number)
    }

    /// Decodes `true` or `false`. Any other value is handled here and returns `None`.
    #[inline(never)]
    pub fn boolean(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<Option<bool>> {
        match self.plain_boolean(member) {
            None => self.unusual_boolean(member, shape),
            value => Ok(value),
        }
    }

    #[inline(never)]
    fn unusual_boolean(&mut self, member: Member, shape: &'p Shape<'p>) -> DecodeResult<Option<bool>> {
        if !matches!(self.peek(), b't' | b'f') {
            self.unexpected(member, shape)?;
            return Ok(None);
        }
        self.open_boolean(member).map(Some)
    }

    /// Decodes a boolean; its first byte must be next.
    pub fn open_boolean(&mut self, member: Member) -> DecodeResult<bool> {
        match self.plain_boolean(member) {
            Some(value) => Ok(value),
            None => self.refuse(),
        }
    }

    /// Decodes a boolean, if it is next.
    #[inline(always)]
    fn plain_boolean(&mut self, member: Member) -> Option<bool> {
        let (value, kind, length) = if self.window() == Some(b"true") {
            (true, Kind::True, 4)
        } else if self.window() == Some(b"false") {
            (false, Kind::False, 5)
        } else {
            return None;
        };
        let end = self.place() + length;
        self.push(member, kind, self.place(), end);
        self.at = end;
        Some(value)
    }

    /// Decodes `null`; its first byte must be next.
    pub(crate) fn open_null(&mut self, member: Member) -> DecodeResult {
        if !self.text.get(self.at..).unwrap_or(b"").starts_with(b"null") {
            return self.refuse();
        }
        self.push(member, Kind::Null, self.at, self.at + 4);
        self.at += 4;
        Ok(())
    }
}
