//! Quantities as LimitRanges compare them. In: texts. Out: amounts, and the text of a sum.
// apimachinery: pkg/api/resource/quantity.go

use crdc_vocabulary::quantity::{NANO, Suffix, parse};
use serde_json::Value;

/// An amount in billionths.
pub(super) type Amount = i128;

const WHOLE: Amount = 1_000_000_000;
const MILLI: Amount = 1_000_000;

/// The amount of a quantity; `None` if it cannot be read. An amount that is too large is the largest.
pub(super) fn amount(value: &Value) -> Option<Amount> {
    let text = match value {
        Value::String(text) => text.clone(),
        number => number.to_string(),
    };
    let parsed = parse(text.as_bytes()).ok()?;
    let (mut number, mut power): (Amount, i64) = (0, i64::from(NANO));
    for digit in parsed.whole.iter().chain(parsed.fraction) {
        number = number.saturating_mul(10).saturating_add(Amount::from(digit - b'0'));
    }
    power -= i64::try_from(parsed.fraction.len()).ok()?;
    match parsed.suffix {
        Suffix::PowerOfTen(exponent) => power += i64::from(exponent),
        Suffix::PowerOfTwo(bits) => number = number.saturating_mul(1 << bits),
    }
    let factor = Amount::checked_pow(10, u32::try_from(power.unsigned_abs()).unwrap_or(u32::MAX));
    let scaled = match (factor, power >= 0) {
        (Some(factor), true) => number.saturating_mul(factor),
        (None, true) => {
            if number == 0 {
                0
            } else {
                Amount::MAX
            }
        }
        (Some(factor), false) => number / factor,
        (None, false) => 0,
    };
    Some(if parsed.negative { -scaled } else { scaled })
}

/// The text of a sum: of processors in thousandths, of others in whole numbers, with the largest decimal
/// suffix that fits.
pub(super) fn text(resource: &str, amount: Amount) -> String {
    let unit = if resource == "cpu" { MILLI } else { WHOLE };
    let number = amount.div_euclid(unit) + Amount::from(amount.rem_euclid(unit) > 0);
    let suffixes = ["m", "", "k", "M", "G", "T", "P", "E"];
    let (mut number, mut at) = (number, usize::from(resource != "cpu"));
    while number != 0 && number % 1000 == 0 && at + 1 < suffixes.len() {
        (number, at) = (number / 1000, at + 1);
    }
    if number == 0 { "0".to_owned() } else { format!("{number}{}", suffixes[at]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_compared_and_sums_are_written_as_go_does() {
        for (less, more) in
            [("1", "2"), ("999m", "1"), ("1Ki", "1025"), ("1023M", "1Gi"), ("1n", "1u"), ("-1", "0")]
        {
            assert!(amount(&json!(less)) < amount(&json!(more)), "{less} {more}");
        }
        for (one, other) in [("1", "1000m"), ("1024", "1Ki"), ("1e3", "1k"), ("0.5", "500m")] {
            assert_eq!(amount(&json!(one)), amount(&json!(other)));
        }
        assert_eq!(amount(&json!("1e1000")), Some(Amount::MAX));
        for (resource, sum, expected) in [
            ("cpu", "1500m", "1500m"),
            ("cpu", "2", "2"),
            ("memory", "1Mi", "1048576"),
            ("memory", "3000000", "3M"),
            ("memory", "0", "0"),
        ] {
            assert_eq!(text(resource, amount(&json!(sum)).unwrap_or_default()), expected);
        }
    }
}
