//! Converts numbers to integers as Go does.

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// `int64(f)` on amd64: truncated, or the minimum integer if it does not fit.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn go_int(value: f64) -> i64 {
    if (-TWO_TO_63..TWO_TO_63).contains(&value) { value as i64 } else { i64::MIN }
}

/// Whether the value is an integer, up to a rounding error. Rounding errors of negative numbers do not count,
/// because the server converts to an unsigned integer.
#[allow(clippy::cast_precision_loss)]
pub(super) fn is_json_integer(value: f64) -> bool {
    const MAX: f64 = 9_007_199_254_740_991.0;
    if !(-MAX..=MAX).contains(&value) {
        return false;
    }
    if value.fract() == 0.0 {
        return true;
    }
    let whole = value.trunc();
    value > 0.0 && whole > 0.0 && (value - whole) / (value + whole) < 1e-9
}

#[cfg(test)]
mod tests {
    use super::{go_int, is_json_integer};

    #[test]
    fn numbers_are_cut_and_compared_as_by_go() {
        assert_eq!((go_int(2.9), go_int(-2.9), go_int(1e30)), (2, -2, i64::MIN));
        assert!(is_json_integer(3.0) && is_json_integer(-3.0) && is_json_integer(3.000_000_001));
        assert!(!is_json_integer(3.1) && !is_json_integer(1e16) && !is_json_integer(-3.000_000_001));
        assert!(!is_json_integer(f64::NAN) && !is_json_integer(1e-12));
    }
}
