//! Texts of quantities. In: text. Out: a small number, or a decimal if it does not fit one. Easy to break: the
//! limits that decide which of both it is count digits, not values, and those for powers of two count fewer
//! digits than fit.
//
// apimachinery: pkg/api/resource/{quantity,suffix}.go ParseQuantity

use super::{Decimal, Small, decimal};
use crate::cel::Arena;

const WRONG_FORM: &str = "quantities must match the regular expression \
    '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";
const WRONG_NUMBER: &str = "unable to parse numeric part of quantity";

/// The most digits of a small number.
const SMALL_DIGITS: i64 = 18;
/// The smallest quantity is one divided by ten to the power of this. Decimals are rounded up to it.
const NANO: i32 = 9;

/// The parts of a quantity.
pub(super) struct Parsed<'t> {
    negative: bool,
    /// Digits without zeros at the start, but at least one.
    whole: &'t [u8],
    fraction: &'t [u8],
    suffix: Suffix,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Suffix {
    PowerOfTen(i32),
    PowerOfTwo(u32),
}

/// Reads a quantity.
///
/// # Errors
/// The server's message.
pub(super) fn read(text: &[u8]) -> Result<Parsed<'_>, &'static str> {
    let (negative, number) = match text {
        [] => return Err(WRONG_FORM),
        [sign @ (b'+' | b'-'), rest @ ..] => (*sign == b'-', rest),
        rest => (false, rest),
    };
    let (zeros, rest) = split(number, |byte| byte == b'0');
    let (whole, rest) = split(rest, |byte| byte.is_ascii_digit());
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => split(rest, |byte| byte.is_ascii_digit()),
        rest => (&[][..], rest),
    };
    let suffix = suffix(rest)?;
    let has_digits = zeros.len() + whole.len() + fraction.len() > 0;
    let whole = if whole.is_empty() { b"0" } else { whole };
    let parsed = Parsed { negative, whole, fraction, suffix };
    // Only decimals are read once more, which needs a digit.
    if !has_digits && parsed.small().is_none() {
        return Err(WRONG_NUMBER);
    }
    Ok(parsed)
}

fn split(text: &[u8], of: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| of(**byte)).count())
}

fn suffix(text: &[u8]) -> Result<Suffix, &'static str> {
    let (_, rest) = split(text, |byte| b"eEinumkKMGTP".contains(&byte));
    let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"+")).unwrap_or(rest);
    if !rest.iter().all(u8::is_ascii_digit) {
        return Err(WRONG_FORM);
    }
    Ok(match text {
        b"n" => Suffix::PowerOfTen(-9),
        b"u" => Suffix::PowerOfTen(-6),
        b"m" => Suffix::PowerOfTen(-3),
        b"" => Suffix::PowerOfTen(0),
        b"k" => Suffix::PowerOfTen(3),
        b"M" => Suffix::PowerOfTen(6),
        b"G" => Suffix::PowerOfTen(9),
        b"T" => Suffix::PowerOfTen(12),
        b"P" => Suffix::PowerOfTen(15),
        b"E" => Suffix::PowerOfTen(18),
        b"Ki" => Suffix::PowerOfTwo(10),
        b"Mi" => Suffix::PowerOfTwo(20),
        b"Gi" => Suffix::PowerOfTwo(30),
        b"Ti" => Suffix::PowerOfTwo(40),
        b"Pi" => Suffix::PowerOfTwo(50),
        b"Ei" => Suffix::PowerOfTwo(60),
        [b'e' | b'E', exponent @ ..] => {
            let exponent = core::str::from_utf8(exponent).ok().and_then(|text| text.parse::<i64>().ok());
            // Go keeps the lower 32 bits.
            Suffix::PowerOfTen(exponent.ok_or(WRONG_SUFFIX)? as i32)
        }
        _ => return Err(WRONG_SUFFIX),
    })
}

impl Parsed<'_> {
    /// The quantity as a small number, if it has few digits.
    pub(super) fn small(&self) -> Option<Small> {
        let digits = self.whole.len().saturating_add(self.fraction.len());
        let digits = i64::try_from(digits).unwrap_or(i64::MAX);
        let (limit, factor, exponent) = match self.suffix {
            Suffix::PowerOfTen(exponent) => (SMALL_DIGITS, 1, exponent),
            // A power of two has about three decimal digits in ten bits.
            Suffix::PowerOfTwo(bits) if self.fraction.is_empty() => {
                (14 - i64::from(bits) * 3 / 10, 1_i64 << bits, 0)
            }
            Suffix::PowerOfTwo(_) => return None,
        };
        if digits > limit {
            return None;
        }
        let scale = exponent.wrapping_sub(self.fraction.len() as i32);
        if scale < -NANO {
            return None;
        }
        let digits = self.whole.iter().chain(self.fraction);
        let value = digits.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        let value = value.checked_mul(factor)?;
        Some(Small { value: if self.negative { -value } else { value }, scale })
    }

    /// The quantity as a decimal, rounded away from zero to nano.
    pub(super) fn large<'a>(&self, arena: &'a Arena) -> Decimal<'a> {
        let number = arena.alloc_slice_fill_copy(self.whole.len() + self.fraction.len(), b'0');
        let (whole, fraction) = number.split_at_mut(self.whole.len());
        whole.copy_from_slice(self.whole);
        fraction.copy_from_slice(self.fraction);
        let mut digits: &[u8] = number;
        let mut scale = self.fraction.len() as i32;
        match self.suffix {
            Suffix::PowerOfTen(exponent) => scale = scale.wrapping_add(exponent.wrapping_neg()),
            Suffix::PowerOfTwo(bits) => digits = decimal::shift_left(digits, bits, arena),
        }
        let exact = Decimal::new(self.negative, digits, -i64::from(scale), i64::from(scale));
        if exact.sign() == 0 {
            return exact;
        }
        let rounded = round(self.negative, digits, i64::from(scale), arena);
        let most = Decimal::new(false, b"9223372036854775807", 0, 0);
        let size = if self.negative { rounded.negate() } else { rounded };
        match self.suffix {
            // Only powers of two have a limit.
            Suffix::PowerOfTwo(_) if size.compare(most).is_gt() => {
                if self.negative {
                    most.negate()
                } else {
                    most
                }
            }
            _ => rounded,
        }
    }
}

fn round<'a>(negative: bool, digits: &'a [u8], scale: i64, arena: &'a Arena) -> Decimal<'a> {
    let nano = i64::from(NANO);
    let Ok(dropped @ 1..) = usize::try_from(scale - nano) else {
        return Decimal::new(negative, digits, -scale, nano);
    };
    let (kept, dropped) = digits.split_at(digits.len().saturating_sub(dropped));
    if dropped.iter().all(|digit| *digit == b'0') {
        return Decimal::new(negative, kept, -nano, nano);
    }
    let larger = arena.alloc_slice_fill_copy(kept.len() + 1, b'0');
    larger[1..].copy_from_slice(kept);
    decimal::increment(larger);
    Decimal::new(negative, larger, -nano, nano)
}
