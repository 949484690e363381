//! Operators on numbers. In: integers, unsigned integers and doubles. Out: their sum, quotient and so on,
//! their order, or cel-go's error.
//!
//! Easy to break: numbers of two types are compared as cel-go does it, by conversion to double, so that the
//! largest integer equals 2^63; and a double is never divided by zero, since that gives infinity.
//
// cel-go: common/types/{overflow,compare,int,uint,double}.go

use core::cmp::Ordering;

use crate::error::{EvalError, Evaluated};

/// An integer that does not fit in 64 bits.
pub(crate) const INTEGER_OVERFLOW: EvalError = EvalError::Static("integer overflow");
/// An unsigned integer that does not fit in 64 bits, such as a negative one.
pub(crate) const UNSIGNED_OVERFLOW: EvalError = EvalError::Static("unsigned integer overflow");
const DIVISION_BY_ZERO: EvalError = EvalError::Static("division by zero");
const MODULUS_BY_ZERO: EvalError = EvalError::Static("modulus by zero");
const NAN_HAS_NO_ORDER: EvalError = EvalError::Static("NaN values cannot be ordered");

/// `a + b` of integers.
///
/// # Errors
/// `integer overflow`.
#[inline]
pub(crate) fn add_int(a: i64, b: i64) -> Evaluated<i64> {
    a.checked_add(b).ok_or(INTEGER_OVERFLOW)
}

/// `a - b` of integers.
///
/// # Errors
/// `integer overflow`.
#[inline]
pub(crate) fn subtract_int(a: i64, b: i64) -> Evaluated<i64> {
    a.checked_sub(b).ok_or(INTEGER_OVERFLOW)
}

/// `a * b` of integers.
///
/// # Errors
/// `integer overflow`.
#[inline]
pub(crate) fn multiply_int(a: i64, b: i64) -> Evaluated<i64> {
    a.checked_mul(b).ok_or(INTEGER_OVERFLOW)
}

/// `a / b` of integers, rounded towards zero.
///
/// # Errors
/// `division by zero`; `integer overflow` for the smallest integer by -1.
#[inline]
pub(crate) fn divide_int(a: i64, b: i64) -> Evaluated<i64> {
    if b == 0 {
        return Err(DIVISION_BY_ZERO);
    }
    a.checked_div(b).ok_or(INTEGER_OVERFLOW)
}

/// `a % b` of integers, with the sign of `a`.
///
/// # Errors
/// `modulus by zero`; `integer overflow` for the smallest integer by -1.
#[inline]
pub(crate) fn modulo_int(a: i64, b: i64) -> Evaluated<i64> {
    if b == 0 {
        return Err(MODULUS_BY_ZERO);
    }
    a.checked_rem(b).ok_or(INTEGER_OVERFLOW)
}

/// `-a` of an integer.
///
/// # Errors
/// `integer overflow` for the smallest integer.
#[inline]
pub(crate) fn negate_int(a: i64) -> Evaluated<i64> {
    a.checked_neg().ok_or(INTEGER_OVERFLOW)
}

/// `a + b` of unsigned integers.
///
/// # Errors
/// `unsigned integer overflow`.
#[inline]
pub(crate) fn add_uint(a: u64, b: u64) -> Evaluated<u64> {
    a.checked_add(b).ok_or(UNSIGNED_OVERFLOW)
}

/// `a - b` of unsigned integers.
///
/// # Errors
/// `unsigned integer overflow`.
#[inline]
pub(crate) fn subtract_uint(a: u64, b: u64) -> Evaluated<u64> {
    a.checked_sub(b).ok_or(UNSIGNED_OVERFLOW)
}

/// `a * b` of unsigned integers.
///
/// # Errors
/// `unsigned integer overflow`.
#[inline]
pub(crate) fn multiply_uint(a: u64, b: u64) -> Evaluated<u64> {
    a.checked_mul(b).ok_or(UNSIGNED_OVERFLOW)
}

/// `a / b` of unsigned integers.
///
/// # Errors
/// `division by zero`.
#[inline]
pub(crate) fn divide_uint(a: u64, b: u64) -> Evaluated<u64> {
    a.checked_div(b).ok_or(DIVISION_BY_ZERO)
}

/// `a % b` of unsigned integers.
///
/// # Errors
/// `modulus by zero`.
#[inline]
pub(crate) fn modulo_uint(a: u64, b: u64) -> Evaluated<u64> {
    a.checked_rem(b).ok_or(MODULUS_BY_ZERO)
}

/// The order of two doubles.
///
/// # Errors
/// `NaN values cannot be ordered`.
#[inline]
pub(crate) fn compare_double(a: f64, b: f64) -> Evaluated<Ordering> {
    a.partial_cmp(&b).ok_or(NAN_HAS_NO_ORDER)
}

/// The order of an integer and a double.
///
/// # Errors
/// `NaN values cannot be ordered`.
#[inline]
pub(crate) fn compare_int_double(a: i64, b: f64) -> Evaluated<Ordering> {
    // cel-go asks first whether the double is out of range. Conversion gives the same answer there.
    compare_double(a as f64, b)
}

/// The order of an unsigned integer and a double.
///
/// # Errors
/// `NaN values cannot be ordered`.
#[inline]
pub(crate) fn compare_uint_double(a: u64, b: f64) -> Evaluated<Ordering> {
    compare_double(a as f64, b)
}

/// The order of an integer and an unsigned integer.
#[inline]
#[must_use]
pub(crate) fn compare_int_uint(a: i64, b: u64) -> Ordering {
    u64::try_from(a).map_or(Ordering::Less, |a| a.cmp(&b))
}

/// Whether an integer equals a double. NaN equals nothing.
#[inline]
#[must_use]
#[allow(clippy::float_cmp)]
pub(crate) fn int_equals_double(a: i64, b: f64) -> bool {
    a as f64 == b
}

/// Whether an unsigned integer equals a double. NaN equals nothing.
#[inline]
#[must_use]
#[allow(clippy::float_cmp)]
pub(crate) fn uint_equals_double(a: u64, b: f64) -> bool {
    a as f64 == b
}

/// Whether an integer equals an unsigned integer.
#[inline]
#[must_use]
pub(crate) fn int_equals_uint(a: i64, b: u64) -> bool {
    compare_int_uint(a, b) == Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: i64 = i64::MIN;
    const MAX: i64 = i64::MAX;
    /// 2^63 and 2^64.
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;

    /// Rows of the record, and the edges of `overflow.go`.
    #[test]
    fn integers_do_not_wrap() {
        for (found, expected) in [
            (add_int(MAX, 1), Err("integer overflow")),
            (add_int(MIN, -1), Err("integer overflow")),
            (add_int(40, 2), Ok(42)),
            (subtract_int(MIN, 1), Err("integer overflow")),
            (subtract_int(1, -MAX), Err("integer overflow")),
            (subtract_int(-1, MIN), Ok(MAX)),
            (negate_int(MIN), Err("integer overflow")),
            (negate_int(MAX), Ok(-MAX)),
            (multiply_int(MIN, -1), Err("integer overflow")),
            (multiply_int(-1, MIN), Err("integer overflow")),
            (multiply_int(5_000_000_000, 5_000_000_000), Err("integer overflow")),
            (multiply_int(-5_000_000_000, 5_000_000_000), Err("integer overflow")),
            (multiply_int(MIN, 1), Ok(MIN)),
            (divide_int(MIN, -1), Err("integer overflow")),
            (divide_int(15, 0), Err("division by zero")),
            (divide_int(-7, 2), Ok(-3)),
            (modulo_int(34, 0), Err("modulus by zero")),
            (modulo_int(MIN, -1), Err("integer overflow")),
            (modulo_int(-7, 2), Ok(-1)),
        ] {
            assert_eq!(found, expected.map_err(EvalError::Static));
        }
    }

    #[test]
    fn unsigned_integers_do_not_wrap() {
        for (found, expected) in [
            (add_uint(u64::MAX, 1), Err("unsigned integer overflow")),
            (subtract_uint(0, 1), Err("unsigned integer overflow")),
            (multiply_uint(5_000_000_000, 5_000_000_000), Err("unsigned integer overflow")),
            (multiply_uint(u64::MAX, 1), Ok(u64::MAX)),
            (divide_uint(15, 0), Err("division by zero")),
            (modulo_uint(34, 0), Err("modulus by zero")),
            (modulo_uint(43, 5), Ok(3)),
        ] {
            assert_eq!(found, expected.map_err(EvalError::Static));
        }
    }

    /// A direct copy of the branches of `compare.go`, against the shorter form.
    #[test]
    fn comparisons_take_the_branches_of_cel_go() {
        fn double_int(d: f64, i: i64) -> Option<Ordering> {
            if d < MIN as f64 {
                return Some(Ordering::Less);
            }
            if d > MAX as f64 {
                return Some(Ordering::Greater);
            }
            d.partial_cmp(&(i as f64))
        }
        fn double_uint(d: f64, u: u64) -> Option<Ordering> {
            if d < 0.0 {
                return Some(Ordering::Less);
            }
            if d > u64::MAX as f64 {
                return Some(Ordering::Greater);
            }
            d.partial_cmp(&(u as f64))
        }
        let below = |d: f64| f64::from_bits(d.to_bits() - 1);
        let above = |d: f64| f64::from_bits(d.to_bits() + 1);
        let mut doubles =
            alloc::vec![0.0, -0.0, 0.5, -0.5, f64::INFINITY, f64::NEG_INFINITY, 9_007_199_254_740_993.0];
        for edge in [TWO_63, -TWO_63, TWO_64, 9_007_199_254_740_992.0] {
            doubles.extend([edge, below(edge), above(edge)]);
        }
        let ints = [MIN, MIN + 1, MIN + 512, -1, 0, 1, MAX - 512, MAX - 1, MAX, 1 << 53, (1 << 53) + 1];
        for &d in &doubles {
            for i in ints {
                assert_eq!(compare_int_double(i, d).ok(), double_int(d, i).map(Ordering::reverse), "{i} {d}");
                assert_eq!(int_equals_double(i, d), double_int(d, i) == Some(Ordering::Equal), "{i} {d}");
            }
            for u in [0, 1, 1 << 53, (1 << 53) + 1, u64::MAX, u64::MAX - 1, 1 << 63] {
                assert_eq!(
                    compare_uint_double(u, d).ok(),
                    double_uint(d, u).map(Ordering::reverse),
                    "{u} {d}"
                );
                assert_eq!(uint_equals_double(u, d), double_uint(d, u) == Some(Ordering::Equal), "{u} {d}");
            }
        }
    }

    #[test]
    fn the_largest_integers_equal_the_next_double() {
        assert!(int_equals_double(MAX, TWO_63) && uint_equals_double(u64::MAX, TWO_64));
        assert!(int_equals_double((1 << 53) + 1, 9_007_199_254_740_992.0));
    }

    #[test]
    fn nan_has_no_order_and_equals_nothing() {
        let nan = Err(EvalError::Static("NaN values cannot be ordered"));
        assert_eq!(compare_double(f64::NAN, 1.0), nan);
        assert_eq!(compare_int_double(1, f64::NAN), nan);
        assert_eq!(compare_uint_double(1, f64::NAN), nan);
        assert!(!int_equals_double(0, f64::NAN) && !uint_equals_double(0, f64::NAN));
    }

    #[test]
    fn integers_of_both_kinds_are_compared_exactly() {
        for (a, b, expected) in [
            (-1, 0, Ordering::Less),
            (MAX, u64::MAX, Ordering::Less),
            (MAX, 1 << 63, Ordering::Less),
            (MAX, (1 << 63) - 1, Ordering::Equal),
            (1, 0, Ordering::Greater),
        ] {
            assert_eq!(compare_int_uint(a, b), expected);
            assert_eq!(int_equals_uint(a, b), expected == Ordering::Equal);
        }
    }
}
