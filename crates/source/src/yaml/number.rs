//! Go's number syntax, as far as YAML and JSON need it: the syntax of `strconv`. Easy to break: the base
//! prefixes and the leading zero (octal) of `ParseInt(s, 0, 64)`, and the numbers for which `FormatFloat(f,
//! 'g', -1, 32)` uses exponents.

/// A signed or unsigned integer that Go's `ParseInt(text, 0, 64)`, or otherwise `ParseUint(text, 0, 64)`,
/// reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Signed(i64),
    Unsigned(u64),
}

/// Go: strconv.ParseInt(text, 0, 64), then strconv.ParseUint(text, 0, 64). The caller handles underscores.
pub(super) fn parse_integer(text: &str) -> Option<Integer> {
    let (sign, digits) = split_sign(text);
    let magnitude = parse_magnitude(digits)?;
    match (sign, i64::try_from(magnitude)) {
        (Some('-'), Ok(value)) => Some(Integer::Signed(-value)),
        (Some('-'), Err(_)) if magnitude == 1 << 63 => Some(Integer::Signed(i64::MIN)),
        (Some('-'), Err(_)) => None,
        (_, Ok(value)) => Some(Integer::Signed(value)),
        // ParseUint accepts no sign.
        (Some(_), Err(_)) => None,
        (None, Err(_)) => Some(Integer::Unsigned(magnitude)),
    }
}

/// Go: strconv.ParseInt(text, 2, 64), then strconv.ParseUint(text, 2, 64).
pub(super) fn parse_binary(text: &str) -> Option<Integer> {
    let (sign, digits) = split_sign(text);
    let magnitude = from_radix(digits, 2)?;
    match (sign, i64::try_from(magnitude)) {
        (Some('-'), Ok(value)) => Some(Integer::Signed(-value)),
        (Some('-'), Err(_)) => (magnitude == 1 << 63).then_some(Integer::Signed(i64::MIN)),
        (_, Ok(value)) => Some(Integer::Signed(value)),
        (Some(_), Err(_)) => None,
        (None, Err(_)) => Some(Integer::Unsigned(magnitude)),
    }
}

fn split_sign(text: &str) -> (Option<char>, &str) {
    if let Some(rest) = text.strip_prefix('-') {
        (Some('-'), rest)
    } else if let Some(rest) = text.strip_prefix('+') {
        (Some('+'), rest)
    } else {
        (None, text)
    }
}

fn parse_magnitude(digits: &str) -> Option<u64> {
    let Some(rest) = digits.strip_prefix('0') else {
        return from_radix(digits, 10);
    };
    if rest.is_empty() {
        return Some(0);
    }
    // A prefix counts only if at least one byte follows.
    if let Some((prefix, tail)) = rest.split_at_checked(1)
        && !tail.is_empty()
    {
        match prefix {
            "b" | "B" => return from_radix(tail, 2),
            "o" | "O" => return from_radix(tail, 8),
            "x" | "X" => return from_radix(tail, 16),
            _ => {}
        }
    }
    from_radix(rest, 8)
}

fn from_radix(digits: &str, radix: u32) -> Option<u64> {
    // from_str_radix would accept another sign.
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

/// The float that `text` spells if it matches `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$` and is
/// finite.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    let (_, unsigned) = split_sign(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(split_sign(exponent).1)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let mantissa_fits = match (whole, fraction) {
        ("", Some(fraction)) => !fraction.is_empty() && digits(fraction),
        ("", None) => false,
        (whole, fraction) => digits(whole) && fraction.is_none_or(digits),
    };
    if !mantissa_fits || !exponent.is_none_or(|e| !e.is_empty() && digits(e)) {
        return None;
    }
    text.parse::<f64>().ok().filter(|value| value.is_finite())
}

/// Go: strconv.FormatFloat(value, 'g', -1, 32), with the YAML spellings of infinity and NaN.
// sigs.k8s.io/yaml: yaml.go convertToJSONableObject
pub(super) fn format_float_key(value: f64) -> String {
    // The bit size 32 requires narrowing.
    #[allow(clippy::cast_possible_truncation)]
    let value = value as f32;
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    crdc_vocabulary::go::value_float32(value)
}
