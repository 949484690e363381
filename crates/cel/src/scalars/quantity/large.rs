//! Converts quantities that do not fit a small number. In: the parts of a text. Out: a decimal.
//
// apimachinery: pkg/api/resource/{quantity,suffix}.go ParseQuantity

use crdc_vocabulary::quantity::{NANO, Parsed, Suffix};

use super::{Decimal, decimal};
use crate::arena::Arena;

/// Converts a quantity to a decimal, rounded away from zero to a multiple of 10⁻⁹.
pub(super) fn large<'a>(parsed: &Parsed<'_>, arena: &'a Arena) -> Decimal<'a> {
    let number = arena.alloc_slice_fill_copy(parsed.whole.len() + parsed.fraction.len(), b'0');
    let (whole, fraction) = number.split_at_mut(parsed.whole.len());
    whole.copy_from_slice(parsed.whole);
    fraction.copy_from_slice(parsed.fraction);
    let mut digits: &[u8] = number;
    let mut scale = parsed.fraction.len() as i32;
    match parsed.suffix {
        Suffix::PowerOfTen(exponent) => scale = scale.wrapping_add(exponent.wrapping_neg()),
        Suffix::PowerOfTwo(bits) => digits = decimal::shift_left(digits, bits, arena),
    }
    let exact = Decimal::new(parsed.negative, digits, -i64::from(scale), i64::from(scale));
    if exact.sign() == 0 {
        return exact;
    }
    let rounded = round(parsed.negative, digits, i64::from(scale), arena);
    let most = Decimal::new(false, b"9223372036854775807", 0, 0);
    let size = if parsed.negative { rounded.negate() } else { rounded };
    match parsed.suffix {
        // Only powers of two have a limit.
        Suffix::PowerOfTwo(_) if size.compare(most).is_gt() => {
            if parsed.negative {
                most.negate()
            } else {
                most
            }
        }
        _ => rounded,
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
