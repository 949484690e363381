use alloc::format;
use alloc::string::ToString;

use super::*;

fn quantity<'a>(text: &str, arena: &'a Arena) -> Quantity<'a> {
    Quantity::parse(text, arena).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn comparisons() {
    let arena = &Arena::new();
    for (left, right, order) in [
        ("200M", "200M", 0),
        ("200M", "0.2G", 0),
        ("2000k", "0.002G", 0),
        ("200M", "0.3G", -1),
        ("50M", "50Mi", -1),
        ("50Mi", "50M", 1),
        ("100m", "0.1", 0),
        ("-1", "1", -1),
        ("-2", "-1", -1),
        ("1e3", "1k", 0),
        ("1E3", "1000", 0),
        ("1Pi", "1125899906842624", 0),
        ("1Ei", "1152921504606846976", 0),
        // Powers of two have a limit, powers of ten have none.
        ("8Ei", "9223372036854775807", 0),
        ("100Ei", "8Ei", 0),
        ("-100Ei", "-9223372036854775807", 0),
        ("100E", "99E", 1),
        ("1e100", "1e99", 1),
        ("1e2147483647", "0", 1),
        ("-1e2147483647", "0e7", -1),
        ("10000000000000000000000e1000000000", "1e2000000000", -1),
        // Decimals are rounded away from zero to nano.
        ("0.0000000001", "1n", 0),
        ("-0.0000000001", "-1n", 0),
        ("1.0000000001", "1000000001n", 0),
        ("0.9999999999999999999", "1", 0),
        ("1e-10", "1n", 0),
        ("0.0000000000", "0", 0),
        ("1.5Gi", "1536Mi", 0),
        ("0.1Ki", "102.4", 0),
        ("0.0000000000000001Ki", "1n", 0),
        ("12345678901234567890", "12345678901234567891", -1),
        ("12345678901234567890", "1234567890123456789e1", 0),
        ("-12345678901234567890", "-1234567890123456789", -1),
        // Lower 32 bits of the exponent.
        ("1e4294967297", "10", 0),
        ("+5", "05", 0),
        (".5", "0.50", 0),
        ("-", "0", 0),
        (".", "0", 0),
        ("1.", "1", 0),
        ("-.Ki", "0", 0),
    ] {
        let (left, right) = (|| quantity(left, arena), || quantity(right, arena));
        let text = (left().amount.get(), right().amount.get());
        assert_eq!(left().compare_to(right(), arena), order, "{text:?}");
        assert_eq!(right().compare_to(left(), arena), -order, "{text:?}");
        assert_eq!(left().equals(right(), arena), Ok(order == 0), "{text:?}");
        assert_eq!(left().is_less_than(right(), arena), order < 0, "{text:?}");
        assert_eq!(left().is_greater_than(right(), arena), order > 0, "{text:?}");
    }
}

#[test]
fn errors_are_those_of_the_server() {
    const FORM: &str = "quantities must match the regular expression \
        '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    const SUFFIX: &str = "unable to parse quantity's suffix";
    let arena = Arena::new();
    for (text, error) in [
        ("", FORM),
        ("10Mo", FORM),
        ("1,3G", FORM),
        ("1 ", FORM),
        ("1e3x", FORM),
        ("1..2", FORM),
        ("é", FORM),
        ("Three", FORM),
        ("10Mm", SUFFIX),
        ("200K", SUFFIX),
        ("1e", SUFFIX),
        ("1e-", SUFFIX),
        ("1ee3", SUFFIX),
        ("1Ki3", SUFFIX),
        ("1+3", SUFFIX),
        ("1e9223372036854775808", SUFFIX),
        ("-.Ei", "unable to parse numeric part of quantity"),
    ] {
        let found = Quantity::parse(text, &arena).map_err(|error| error.to_string()).err();
        assert_eq!(found.as_deref(), Some(error), "{text}");
        assert!(!Quantity::is_quantity(text), "{text}");
    }
    assert!(Quantity::is_quantity("1.3Gi") && Quantity::is_quantity("Mi"));
}

#[test]
fn integers() {
    let arena = &Arena::new();
    for (text, integer) in [
        ("50k", Some(50_000)),
        ("-50000000G", Some(-50_000_000_000_000_000)),
        ("1.5k", Some(1_500)),
        ("0e2147483647", Some(0)),
        ("9T", Some(9_000_000_000_000)),
        ("99Ti", Some(99 << 40)),
        // These are decimals, though their values are small.
        ("100Ti", None),
        ("1Pi", None),
        ("0.5Ki", None),
        ("1.5Gi", None),
        ("1.0000000000", None),
        ("9223372036854775807", None),
        ("1.5", None),
        ("100m", None),
        ("1000m", None),
        ("10E", None),
        ("9999999999999999999999999999999999999G", None),
    ] {
        let found = quantity(text, arena);
        let expected = integer.ok_or(EvalError::Static("cannot convert value to integer"));
        assert_eq!(found.as_integer(), expected, "{text}");
        assert_eq!(found.is_integer(), integer.is_some(), "{text}");
    }
}

#[test]
fn floats() {
    let arena = &Arena::new();
    for (text, float) in [
        ("50.703k", 50_703.0),
        ("1.5Gi", 1_610_612_736.0),
        ("100m", 0.1),
        ("-2.5", -2.5),
        ("1e400", f64::INFINITY),
        ("0", 0.0),
        ("12345678901234567890", 12_345_678_901_234_567_890_000_000_000.0 * 1e-9),
    ] {
        assert_eq!(quantity(text, arena).as_approximate_float().to_bits(), float.to_bits(), "{text}");
    }
    // Zero times infinity.
    assert!(quantity("0e400", arena).as_approximate_float().is_nan());
    assert_eq!(decimal::power_of_ten(-324), 0.0);
    assert_eq!(decimal::power_of_ten(308), 1e308);
}

#[test]
fn sums() {
    let arena = &Arena::new();
    let add = |left, right| quantity(left, arena).add(quantity(right, arena), arena);
    let sub = |left, right| quantity(left, arena).sub(quantity(right, arena), arena);
    for (found, expected) in [
        (add("50k", "20"), "50.02k"),
        (sub("50k", "20"), "49.98k"),
        (add("1", "1n"), "1000000001n"),
        (add("0", "1E"), "1E"),
        (add("9E", "9E"), "18E"),
        (sub("1Ei", "1Ei"), "0"),
        (add("1Ei", "1"), "1152921504606846977"),
        (sub("1", "1Ei"), "-1152921504606846975"),
        (sub("1e30", "1"), "999999999999999999999999999999"),
        (add("-1e30", "1e30"), "0"),
        (add("0.000000001", "99999999999999999999"), "99999999999999999999.000000001"),
        (add("95", "5Ei"), "5764607523034234975"),
    ] {
        let found = found.unwrap_or_else(|error| panic!("{expected}: {error}"));
        assert_eq!(found.compare_to(quantity(expected, arena), arena), 0, "{expected}");
    }
    let found = quantity("50k", arena).add_integer(20, arena);
    let found = found.and_then(|found| found.sub(quantity("100k", arena), arena));
    assert_eq!(found.clone().and_then(Quantity::as_integer), Ok(-49_980));
    let found = found.and_then(|found| found.sub_integer(-50_000, arena));
    assert_eq!(found.and_then(Quantity::as_integer), Ok(20));
    // Go negates the least integer to itself.
    let found = quantity("0", arena).sub_integer(i64::MIN, arena);
    assert_eq!(found.and_then(Quantity::as_integer), Ok(i64::MIN));
}

#[test]
fn signs() {
    let arena = &Arena::new();
    for (text, sign) in [("1", 1), ("-1m", -1), ("0", 0), ("-0.00Ki", 0), ("-1Ei", -1), ("1e30", 1)] {
        assert_eq!(quantity(text, arena).sign(), sign, "{text}");
    }
}

#[test]
fn sums_are_no_operand_on_the_right_of_equality() {
    let arena = &Arena::new();
    let (sum, seventy) = (quantity("50k", arena).add_integer(20_000, arena), quantity("70k", arena));
    let Ok(sum) = sum else { panic!("{sum:?}") };
    assert_eq!(sum.equals(seventy, arena), Ok(true));
    assert_eq!(seventy.equals(sum, arena), Err(EvalError::NoSuchOverload));
    assert_eq!(sum.equals(sum, arena), Err(EvalError::NoSuchOverload));
}

/// Go converts the receiver of a comparison in place, and adds to decimals in place.
#[test]
fn shared_quantities_change() {
    let arena = &Arena::new();
    let (small, large) = (quantity("5", arena), quantity("1Ei", arena));
    assert_eq!(small.equals(large, arena), Ok(false));
    assert!(large.is_greater_than(small, arena));
    assert_eq!(small.as_integer(), Ok(5));
    assert!(small.is_less_than(large, arena));
    assert!(!small.is_integer());

    let sum = large.add(large, arena);
    assert_eq!(large.equals(quantity("2305843009213693952", arena), arena), Ok(true));
    let again = sum.and_then(|sum| sum.add_integer(1, arena));
    assert_eq!(again.map(|again| again.compare_to(large, arena)), Ok(0));
    assert_eq!(quantity("5", arena).add(large, arena).map(|sum| sum.compare_to(large, arena)), Ok(1));
}

/// Sums and order against integers of 128 bits, in units of nano.
#[test]
fn sums_are_those_of_integers() {
    const SUFFIXES: [(&str, i128); 9] = [
        ("n", 1),
        ("u", 1_000),
        ("m", 1_000_000),
        ("", 1_000_000_000),
        ("k", 1_000_000_000_000),
        ("E", 1_000_000_000_000_000_000_000_000_000),
        ("Ki", 1_024_000_000_000),
        ("Ti", (1 << 40) * 1_000_000_000),
        ("Pi", (1 << 50) * 1_000_000_000),
    ];
    fn same<'a>(found: Quantity<'a>, value: i128, arena: &'a Arena) {
        let expected = quantity(arena.alloc_str(&format!("{value}n")), arena);
        assert_eq!(expected.order(found, arena), Ordering::Equal, "{value}");
    }
    let mut state: u64 = 1;
    let mut random = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % limit
    };
    let mut next = || {
        let (suffix, unit) = SUFFIXES[random(9) as usize];
        let limit = [10, 2_000][random(2) as usize];
        let size = i128::from(random(limit)) * [1, -1][random(2) as usize];
        (format!("{size}{suffix}"), size * unit)
    };
    for _ in 0..20_000 {
        let arena = &Arena::new();
        let ((left, left_value), (right, right_value)) = (next(), next());
        let texts = format!("{left} {right}");
        let (left, right) = (arena.alloc_str(&left), arena.alloc_str(&right));
        let parsed = || (quantity(left, arena), quantity(right, arena));
        let (left, right) = parsed();
        assert_eq!(left.order(right, arena), left_value.cmp(&right_value), "{texts}");
        let sum = left.add(right, arena);
        same(sum.unwrap_or(left), left_value + right_value, arena);
        let (left, right) = parsed();
        let difference = left.sub(right, arena);
        same(difference.unwrap_or(left), left_value - right_value, arena);
    }
}

/// The length of the text bounds time and memory, not the exponent.
#[test]
fn exponents_do_not_take_memory() {
    let arena = &Arena::new();
    let (large, small) = (quantity("1e2000000000", arena), quantity("1", arena));
    assert!(large.is_greater_than(small, arena));
    let found = large.add(small, arena).map_err(|error| error.to_string()).err();
    assert_eq!(found.as_deref(), Some("the sum of the quantities has too many digits"));
    assert!(arena.allocated_bytes() < 10_000);
}
