//! Parses quantities, such as `1.5Gi`, `100m`, `1e3`. In: a text. Out: its parts, and a number of 64 bits
//! with a power of ten, if the quantity fits one. Easy to break: the limits that decide whether it does count
//! digits, not values, and those for powers of two count fewer digits than fit.
//
// apimachinery: pkg/api/resource/{quantity,suffix}.go ParseQuantity

const WRONG_FORM: &str = "quantities must match the regular expression \
    '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_SUFFIX: &str = "unable to parse quantity's suffix";
const WRONG_NUMBER: &str = "unable to parse numeric part of quantity";

/// The most digits of a small number.
const SMALL_DIGITS: i64 = 18;
/// The smallest quantity is one divided by ten to the power of this. Larger numbers are rounded up to it.
pub const NANO: i32 = 9;

/// The parts of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed<'t> {
    /// Whether the quantity is below zero.
    pub negative: bool,
    /// Digits without zeros at the start, but at least one.
    pub whole: &'t [u8],
    /// Digits after the point.
    pub fraction: &'t [u8],
    /// The factor of the number.
    pub suffix: Suffix,
}

/// The factor of a suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// Ten to a power, such as `m` and `e3`.
    PowerOfTen(i32),
    /// Two to a power, such as `Gi`.
    PowerOfTwo(u32),
}

/// Reads a quantity.
///
/// # Errors
/// The server's message.
///
/// ```
/// use crdc_vocabulary::quantity::parse;
/// assert_eq!(parse(b"1.5k").map(|parsed| parsed.small()), Ok(Some((15, 2))));
/// assert!(parse(b"1.5 k").is_err());
/// ```
pub fn parse(text: &[u8]) -> Result<Parsed<'_>, &'static str> {
    let (negative, number) = match text {
        [] => return Err(WRONG_FORM),
        [sign @ (b'+' | b'-'), rest @ ..] => (*sign == b'-', rest),
        rest => (false, rest),
    };
    let (zeros, rest) = split(number, |byte| byte == b'0');
    let (whole, rest) = split(rest, |byte| byte.is_ascii_digit());
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => split(rest, |byte| byte.is_ascii_digit()),
        rest => (&[][..], rest),
    };
    let suffix = suffix(rest)?;
    let has_digits = zeros.len() + whole.len() + fraction.len() > 0;
    let whole = if whole.is_empty() { b"0" } else { whole };
    let parsed = Parsed { negative, whole, fraction, suffix };
    // Only decimals are read once more, which needs a digit.
    if !has_digits && parsed.small().is_none() {
        return Err(WRONG_NUMBER);
    }
    Ok(parsed)
}

fn split(text: &[u8], of: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| of(**byte)).count())
}

fn suffix(text: &[u8]) -> Result<Suffix, &'static str> {
    let (_, rest) = split(text, |byte| b"eEinumkKMGTP".contains(&byte));
    let rest = rest.strip_prefix(b"-").or_else(|| rest.strip_prefix(b"+")).unwrap_or(rest);
    if !rest.iter().all(u8::is_ascii_digit) {
        return Err(WRONG_FORM);
    }
    Ok(match text {
        b"n" => Suffix::PowerOfTen(-9),
        b"u" => Suffix::PowerOfTen(-6),
        b"m" => Suffix::PowerOfTen(-3),
        b"" => Suffix::PowerOfTen(0),
        b"k" => Suffix::PowerOfTen(3),
        b"M" => Suffix::PowerOfTen(6),
        b"G" => Suffix::PowerOfTen(9),
        b"T" => Suffix::PowerOfTen(12),
        b"P" => Suffix::PowerOfTen(15),
        b"E" => Suffix::PowerOfTen(18),
        b"Ki" => Suffix::PowerOfTwo(10),
        b"Mi" => Suffix::PowerOfTwo(20),
        b"Gi" => Suffix::PowerOfTwo(30),
        b"Ti" => Suffix::PowerOfTwo(40),
        b"Pi" => Suffix::PowerOfTwo(50),
        b"Ei" => Suffix::PowerOfTwo(60),
        [b'e' | b'E', exponent @ ..] => {
            let exponent = core::str::from_utf8(exponent).ok().and_then(|text| text.parse::<i64>().ok());
            // Go keeps the lower 32 bits.
            Suffix::PowerOfTen(exponent.ok_or(WRONG_SUFFIX)? as i32)
        }
        _ => return Err(WRONG_SUFFIX),
    })
}

impl Parsed<'_> {
    /// The quantity as a number and the power of ten that it is multiplied by, if it has few digits.
    #[must_use]
    pub fn small(&self) -> Option<(i64, i32)> {
        let digits = self.whole.len().saturating_add(self.fraction.len());
        let digits = i64::try_from(digits).unwrap_or(i64::MAX);
        let (limit, factor, exponent) = match self.suffix {
            Suffix::PowerOfTen(exponent) => (SMALL_DIGITS, 1, exponent),
            // A power of two has about three decimal digits in ten bits.
            Suffix::PowerOfTwo(bits) if self.fraction.is_empty() => {
                (14 - i64::from(bits) * 3 / 10, 1_i64 << bits, 0)
            }
            Suffix::PowerOfTwo(_) => return None,
        };
        if digits > limit {
            return None;
        }
        let scale = exponent.wrapping_sub(self.fraction.len() as i32);
        if scale < -NANO {
            return None;
        }
        let digits = self.whole.iter().chain(self.fraction);
        let value = digits.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        let value = value.checked_mul(factor)?;
        Some((if self.negative { -value } else { value }, scale))
    }
}
