//! Decimals of any size, as digits. Easy to break: `scale` is the one of Go's decimal with the same value,
//! which only decides how a conversion to float64 rounds.
//
// Go: gopkg.in/inf.v0 dec.go; math/pow10.go

use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// The number of zeros that a sum may have between the digits of its operands. Servers compute more, in time
/// that does not depend on the length of what users write.
const MOST_ZEROS: i64 = 10_000;

/// `digits` times ten to the power of `exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'a> {
    negative: bool,
    /// ASCII digits, without zeros at the start and end; empty for zero.
    digits: &'a [u8],
    exponent: i64,
    /// Go's decimal is an integer divided by ten to the power of this.
    scale: i64,
}

impl<'a> Decimal<'a> {
    /// Creates a decimal from digits, which may have zeros around them.
    pub(super) fn new(negative: bool, digits: &'a [u8], exponent: i64, scale: i64) -> Decimal<'a> {
        let start = digits.iter().take_while(|digit| **digit == b'0').count();
        let digits = digits.get(start..).unwrap_or_default();
        let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
        let digits = digits.get(..digits.len() - zeros).unwrap_or_default();
        let exponent = if digits.is_empty() { 0 } else { exponent + zeros as i64 };
        Decimal { negative: negative && !digits.is_empty(), digits, exponent, scale }
    }

    /// Creates a decimal: a number times ten to the power of `scale`.
    pub(super) fn of(value: i64, scale: i32, arena: &'a Arena) -> Decimal<'a> {
        let digits = arena.alloc_str(&format!("{}", value.unsigned_abs())).as_bytes();
        Decimal::new(value < 0, digits, i64::from(scale), -i64::from(scale))
    }

    pub(super) fn sign(self) -> i64 {
        match (self.digits, self.negative) {
            ([], _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }

    pub(super) fn negate(self) -> Decimal<'a> {
        Decimal { negative: !self.negative && !self.digits.is_empty(), ..self }
    }

    /// The place before the first digit.
    fn top(self) -> i64 {
        self.exponent + self.digits.len() as i64
    }

    /// The digit of this power of ten.
    fn digit(self, place: i64) -> u8 {
        let index = usize::try_from(self.top() - 1 - place).ok();
        index.and_then(|index| self.digits.get(index)).map_or(0, |digit| digit - b'0')
    }

    pub(super) fn compare(self, other: Decimal<'_>) -> Ordering {
        let sizes = || self.compare_size(other);
        match (self.sign(), other.sign()) {
            (1, 1) => sizes(),
            (-1, -1) => sizes().reverse(),
            (sign, other) => sign.cmp(&other),
        }
    }

    fn compare_size(self, other: Decimal<'_>) -> Ordering {
        match (self.digits, other.digits) {
            ([], _) | (_, []) => self.digits.len().cmp(&other.digits.len()),
            // Neither text of digits ends in zeros, so a prefix is less.
            _ => self.top().cmp(&other.top()).then_with(|| self.digits.cmp(other.digits)),
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// The sum would have too many zeros.
    pub(super) fn add(self, other: Decimal<'a>, arena: &'a Arena) -> Evaluated<Decimal<'a>> {
        let scale = self.scale.max(other.scale);
        if self.digits.is_empty() || other.digits.is_empty() {
            let sum = if self.digits.is_empty() { other } else { self };
            return Ok(Decimal { scale, ..sum });
        }
        let (large, small) = if self.compare_size(other).is_lt() { (other, self) } else { (self, other) };
        let bottom = large.exponent.min(small.exponent);
        // One more digit for a carry.
        let places = large.top() - bottom + 1;
        let written = (large.digits.len() + small.digits.len()) as i64;
        let length = usize::try_from(places).ok().filter(|_| places <= written + MOST_ZEROS);
        let length = length.ok_or(EvalError::Static("the sum of the quantities has too many digits"))?;
        let digits = arena.alloc_slice_fill_copy(length, b'0');
        let mut carry: i8 = 0;
        for (place, digit) in (bottom..).zip(digits.iter_mut().rev()) {
            let (mut found, other) = (large.digit(place) as i8 + carry, small.digit(place) as i8);
            found += if large.negative == small.negative { other } else { -other };
            carry = found.div_euclid(10);
            *digit = b'0' + found.rem_euclid(10) as u8;
        }
        Ok(Decimal::new(large.negative, digits, bottom, scale))
    }

    /// The float64 of Go's integer, and the power of ten to multiply it with.
    pub(super) fn float(self) -> (f64, i64) {
        let digits = core::str::from_utf8(self.digits).unwrap_or_default();
        let sign = if self.negative { "-" } else { "" };
        let text: String = format!("{sign}0{digits}e{}", self.exponent + self.scale);
        (text.parse().unwrap_or_default(), -self.scale)
    }
}

/// The digits of a number multiplied by a power of two up to 2^60.
pub(super) fn shift_left<'a>(digits: &[u8], bits: u32, arena: &'a Arena) -> &'a [u8] {
    // 2^60 has 19 digits.
    let product = arena.alloc_slice_fill_copy(digits.len() + 19, b'0');
    let mut carry: u128 = 0;
    let mut digits = digits.iter().rev();
    for place in product.iter_mut().rev() {
        let digit = digits.next().map_or(0, |digit| u128::from(digit - b'0'));
        carry += digit << bits;
        *place = b'0' + (carry % 10) as u8;
        carry /= 10;
    }
    product
}

/// Adds one to the last of some digits; the first is zero.
pub(super) fn increment(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
}

/// Go's `math.Pow10`, which divides and multiplies two exact powers: the last bit is not always the nearest.
pub(super) fn power_of_ten(exponent: i64) -> f64 {
    const ONES: [f64; 32] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
    ];
    const POSITIVE: [f64; 10] = [1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288];
    const NEGATIVE: [f64; 11] =
        [1e0, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288, 1e-320];
    let size = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    let ones = ONES[size % 32];
    match exponent {
        0..=308 => POSITIVE.get(size / 32).map_or(f64::INFINITY, |power| power * ones),
        309.. => f64::INFINITY,
        -323..0 => NEGATIVE.get(size / 32).map_or(0.0, |power| power / ones),
        _ => 0.0,
    }
}
