//! Converts quantities to numbers. In: a text. Out: a number of billionths, and the server's text of the
//! quantity.
//!
//! Easy to break: a number that is too large for the type is ignored, without an error.
//
// apimachinery: pkg/api/resource/quantity.go CanonicalizeBytes, pkg/api/resource/suffix.go

use crdc_vocabulary::quantity::{Suffix, parse};

const NANO: i128 = 1_000_000_000;

/// An amount of a resource, such as `500m` processors or `1Gi` of memory.
///
/// ```
/// use crdc_kubernetes::Quantity;
///
/// let (half, whole) = (Quantity::read("500m").unwrap(), Quantity::read("1.5").unwrap());
/// assert_eq!(half.nanos + whole.nanos, 2_000_000_000);
/// assert_eq!(Quantity::decimal(half.nanos + whole.nanos).text(), "2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Quantity {
    /// The value in billionths.
    pub nanos: i128,
    format: Format,
}

/// The format of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `1Ki`
    Binary,
    /// `1k`
    Decimal,
    /// `1e3`
    Exponent,
}

/// The text of a quantity without the spaces around it that Go ignores. Line breaks and control characters
/// stay, since they are escapes in JSON, which Go reads without decoding.
pub(crate) fn trimmed(text: &str) -> &str {
    let is_space = |c: char| c.is_whitespace() && !matches!(c, '\0'..='\u{1f}' | '\u{2028}' | '\u{2029}');
    text.trim_matches(is_space)
}

impl Quantity {
    /// The quantity of an integer.
    pub(crate) fn of_int(value: i64) -> Quantity {
        Quantity::decimal(i128::from(value) * NANO)
    }

    /// A quantity of billionths, which is written with a decimal unit.
    #[must_use]
    pub fn decimal(nanos: i128) -> Quantity {
        Quantity { nanos, format: Format::Decimal }
    }

    /// Reads a quantity without spaces around it. `None` if the text is no quantity, or if the number is too
    /// large.
    #[must_use]
    pub fn read(text: &str) -> Option<Quantity> {
        let parsed = parse(text.as_bytes()).ok()?;
        let mut digits: i128 = 0;
        for digit in parsed.whole.iter().chain(parsed.fraction) {
            digits = digits.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
        }
        let mut power = 9 - i32::try_from(parsed.fraction.len()).ok()?;
        let format = match parsed.suffix {
            Suffix::PowerOfTen(ten) => {
                power = power.checked_add(ten)?;
                let is_exponent = text.contains(['e', 'E']) && text.ends_with(|c: char| c.is_ascii_digit());
                if is_exponent { Format::Exponent } else { Format::Decimal }
            }
            Suffix::PowerOfTwo(two) => {
                digits = digits.checked_mul(1i128.checked_shl(two).filter(|_| two < 100)?)?;
                Format::Binary
            }
        };
        let mut nanos = match u32::try_from(power) {
            Ok(power) => digits.checked_mul(10i128.checked_pow(power)?)?,
            // Smaller numbers are rounded up.
            Err(_) => match 10i128.checked_pow(power.unsigned_abs()) {
                Some(by) => digits / by + i128::from(digits % by != 0),
                None => i128::from(digits != 0),
            },
        };
        if format == Format::Binary {
            // quantity.go ParseQuantity, maxAllowed
            nanos = nanos.min(i128::from(i64::MAX) * NANO);
        }
        Some(Quantity { nanos: if parsed.negative { -nanos } else { nanos }, format })
    }

    /// The sum, in the format of the first unless that is zero.
    // quantity.go Add
    #[must_use]
    pub fn plus(self, other: Quantity) -> Quantity {
        let format = if self.nanos == 0 { other.format } else { self.format };
        Quantity { nanos: self.nanos.saturating_add(other.nanos), format }
    }

    /// The number of whole units, rounded away from zero.
    // quantity.go Value; amount.go negativeScaleInt64
    pub(crate) fn units(self) -> i128 {
        self.nanos / NANO + (self.nanos % NANO).signum()
    }

    /// Whether the quantity is a number without a fraction, to a thousandth.
    pub(crate) fn is_whole(&self) -> bool {
        let millis = self.nanos / 1_000_000 + i128::from(self.nanos % 1_000_000 > 0);
        millis % 1000 == 0
    }

    /// The canonical text of the quantity.
    // quantity.go CanonicalizeBytes
    #[must_use]
    pub fn text(&self) -> String {
        if self.nanos == 0 {
            return "0".to_owned();
        }
        // A small quantity, or a quantity with a fraction, has a decimal unit.
        let is_binary = self.format == Format::Binary && self.nanos.abs() >= 1024 * NANO;
        if is_binary && self.nanos % NANO == 0 {
            let (number, unit) = largest(self.nanos / NANO, 1024, &["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]);
            return format!("{number}{unit}");
        }
        let units = match self.format {
            Format::Exponent => &["e-9", "e-6", "e-3", "", "e3", "e6", "e9", "e12", "e15", "e18"],
            Format::Binary | Format::Decimal => &["n", "u", "m", "", "k", "M", "G", "T", "P", "E"],
        };
        let (number, unit) = largest(self.nanos, 1000, units);
        format!("{number}{unit}")
    }
}

/// A number in the largest unit in which it is whole.
fn largest(mut number: i128, step: i128, units: &[&'static str]) -> (i128, &'static str) {
    let mut units = units.iter().copied().peekable();
    let mut unit = units.next().unwrap_or_default();
    while number % step == 0 && units.peek().is_some() {
        number /= step;
        unit = units.next().unwrap_or_default();
    }
    (number, unit)
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
            ("1e3", "1e3"),
            ("12E4", "120e3"),
            ("1.5e1", "15"),
            ("1E", "1E"),
            ("1.2Gi", "1288490188800m"),
            ("1.5Ki", "1536"),
            ("1025Mi", "1025Mi"),
            ("8Ei", "9223372036854775807"),
            ("1000E", "1000E"),
        ] {
            assert_eq!(
                Quantity::read(text).map(|quantity| quantity.text()).as_deref(),
                Some(shown),
                "{text}"
            );
        }
    }
}
