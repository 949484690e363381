//! Amounts of resources. In: quantities. Out: their numbers and sums.

use crdc_kubernetes::Quantity;
use crdc_vocabulary::quantity::parse;
use serde_json::Value;

/// An amount in billionths.
pub(crate) type Amount = i128;

const WHOLE: Amount = 1_000_000_000;
const MILLI: Amount = 1_000_000;
/// The largest whole number that Go counts in thousandths.
// apimachinery: pkg/api/resource/math.go MaxMilliValue
const MOST_IN_MILLIS: Amount = 9_223_372_036_854_775;

/// The quantity of a value; `None` if it cannot be read. Null is zero, and one that is too large is the
/// largest.
pub(crate) fn quantity(value: &Value) -> Option<Quantity> {
    let text = match value {
        Value::Null => "0".to_owned(),
        Value::String(text) => text.clone(),
        number => number.to_string(),
    };
    let too_large = || {
        let parsed = parse(text.as_bytes()).ok()?;
        Some(Quantity::decimal(if parsed.negative { Amount::MIN } else { Amount::MAX }))
    };
    Quantity::read(&text).or_else(too_large)
}

/// The amount of a quantity; `None` if it cannot be read. An amount that is too large is the largest.
pub(crate) fn amount(value: &Value) -> Option<Amount> {
    quantity(value).map(|quantity| quantity.nanos)
}

/// Quantities as numbers that can be compared: in thousandths, or in whole numbers if one is too large.
// kubernetes: plugin/pkg/admission/limitranger/admission.go requestLimitEnforcedValues
pub(crate) fn comparable<const N: usize>(quantities: [Quantity; N]) -> [Amount; N] {
    let all = quantities.map(|quantity| rounded(quantity, WHOLE));
    if all.iter().any(|whole| *whole > MOST_IN_MILLIS) {
        return all;
    }
    quantities.map(|quantity| rounded(quantity, MILLI))
}

/// The number of units, rounded away from zero.
// apimachinery: pkg/api/resource/quantity.go ScaledValue
fn rounded(quantity: Quantity, unit: Amount) -> Amount {
    quantity.nanos / unit + (quantity.nanos % unit).signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_compared_and_added_as_go_does() {
        for (less, more) in
            [("1", "2"), ("999m", "1"), ("1Ki", "1025"), ("1023M", "1Gi"), ("1n", "1u"), ("-1", "0")]
        {
            assert!(amount(&json!(less)) < amount(&json!(more)), "{less} {more}");
        }
        for (one, other) in [("1", "1000m"), ("1024", "1Ki"), ("1e3", "1k"), ("0.5", "500m")] {
            assert_eq!(amount(&json!(one)), amount(&json!(other)));
        }
        assert_eq!(amount(&json!("1e1000")), Some(Amount::MAX));
        let of = |text: &str| quantity(&json!(text)).unwrap_or(Quantity::decimal(0));
        for (one, other, sum) in
            [("1", "500m", "1500m"), ("1Mi", "1Mi", "2Mi"), ("1024", "1Ki", "2048"), ("0", "1Ki", "1Ki")]
        {
            assert_eq!(of(one).plus(of(other)).text(), sum);
        }
        assert_eq!(comparable([of("1"), of("1m"), of("1u")]), [1000, 1, 1]);
        assert_eq!(comparable([of("10P"), of("1m")]), [10_000_000_000_000_000, 1]);
    }
}
