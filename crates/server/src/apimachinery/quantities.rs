//! Amounts of resources. In: quantities. Out: billionths, and the text of a sum.

use crdc_kubernetes::Quantity;
use crdc_vocabulary::quantity::parse;
use serde_json::Value;

/// An amount in billionths.
pub(crate) type Amount = i128;

const WHOLE: Amount = 1_000_000_000;
const MILLI: Amount = 1_000_000;

/// The amount of a quantity; `None` if it cannot be read. An amount that is too large is the largest.
pub(crate) fn amount(value: &Value) -> Option<Amount> {
    let text = match value {
        Value::String(text) => text.clone(),
        number => number.to_string(),
    };
    let too_large =
        || parse(text.as_bytes()).ok().map(|it| if it.negative { Amount::MIN } else { Amount::MAX });
    Quantity::read(&text).map(|quantity| quantity.nanos).or_else(too_large)
}

/// The text of a sum: of processors in thousandths, of others in whole numbers, rounded up.
pub(crate) fn text(resource: &str, amount: Amount) -> String {
    let unit = if resource == "cpu" { MILLI } else { WHOLE };
    let number = amount.div_euclid(unit) + Amount::from(amount.rem_euclid(unit) > 0);
    Quantity::decimal(number.saturating_mul(unit)).text()
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
