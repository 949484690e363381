//! Quantities as numbers. In: a value. Out: a number of billionths, and the text that the server shows.
//!
//! Easy to break: a number too large for the type is none, and nothing is said of it.
//
// apimachinery: pkg/api/resource/quantity.go CanonicalizeBytes, pkg/api/resource/suffix.go

use crdc_codegen::source::Value;
use crdc_vocabulary::quantity::{Suffix, parse};

use super::at::At;

const NANO: i128 = 1_000_000_000;

/// A quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quantity {
    /// In billionths.
    pub(super) nanos: i128,
    is_binary: bool,
}

impl Quantity {
    /// The quantity at a place.
    pub(super) fn at(at: &At<'_, '_>) -> Option<Quantity> {
        match &at.node()?.value {
            Value::String(text) => Quantity::read(text),
            Value::Int(value) => Some(Quantity { nanos: i128::from(*value) * NANO, is_binary: false }),
            Value::Float(value) => Quantity::read(&value.to_string()),
            _ => None,
        }
    }

    pub(super) fn read(text: &str) -> Option<Quantity> {
        let parsed = parse(text.as_bytes()).ok()?;
        let mut digits: i128 = 0;
        for digit in parsed.whole.iter().chain(parsed.fraction) {
            digits = digits.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
        }
        let mut power = 9 - i32::try_from(parsed.fraction.len()).ok()?;
        let is_binary = match parsed.suffix {
            Suffix::PowerOfTen(ten) => {
                power = power.checked_add(ten)?;
                false
            }
            Suffix::PowerOfTwo(two) => {
                digits = digits.checked_mul(1i128.checked_shl(two).filter(|_| two < 100)?)?;
                true
            }
        };
        let nanos = match u32::try_from(power) {
            Ok(power) => digits.checked_mul(10i128.checked_pow(power)?)?,
            // Smaller numbers are rounded up.
            Err(_) => {
                let by = 10i128.checked_pow(power.unsigned_abs())?;
                digits / by + i128::from(digits % by != 0)
            }
        };
        Some(Quantity { nanos: if parsed.negative { -nanos } else { nanos }, is_binary })
    }

    /// Whether it is a number without a fraction, to a thousandth.
    pub(super) fn is_whole(&self) -> bool {
        let millis = self.nanos / 1_000_000 + i128::from(self.nanos % 1_000_000 > 0);
        millis % 1000 == 0
    }

    /// The text that the server shows.
    pub(super) fn text(&self) -> String {
        if self.nanos == 0 {
            return "0".to_owned();
        }
        if self.is_binary && self.nanos.abs() >= 1024 * NANO {
            let mut number = self.nanos / NANO + i128::from(self.nanos % NANO > 0);
            let mut units = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].into_iter().peekable();
            let mut unit = units.next().unwrap_or_default();
            while number % 1024 == 0 && units.peek().is_some() {
                number /= 1024;
                unit = units.next().unwrap_or_default();
            }
            return format!("{number}{unit}");
        }
        let mut number = self.nanos;
        let mut units = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].into_iter().peekable();
        let mut unit = units.next().unwrap_or_default();
        while number % 1000 == 0 && units.peek().is_some() {
            number /= 1000;
            unit = units.next().unwrap_or_default();
        }
        format!("{number}{unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::Quantity;

    #[test]
    fn quantities_are_shown_in_the_largest_unit_that_is_whole() {
        for (text, shown) in [
            ("1000m", "1"),
            ("1500m", "1500m"),
            ("0.5", "500m"),
            ("2000M", "2G"),
            ("1.5Gi", "1536Mi"),
            ("1024Mi", "1Gi"),
            ("512Ki", "512Ki"),
            ("0.5Ki", "512"),
            ("-1", "-1"),
            ("0", "0"),
            ("1e3", "1k"),
        ] {
            assert_eq!(
                Quantity::read(text).map(|quantity| quantity.text()).as_deref(),
                Some(shown),
                "{text}"
            );
        }
    }
}
