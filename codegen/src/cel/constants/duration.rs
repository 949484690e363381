//! Durations: Go's text form, and that of CEL.
//
// go: time.ParseDuration; cel-go: common/types/duration.go

/// Reads a duration such as `-1h30m0.5s`, in nanoseconds.
pub(super) fn parse(text: &str) -> Option<i64> {
    let (negative, mut rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Some(0);
    }
    if rest.is_empty() {
        return None;
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let value;
        (value, rest) = part(rest)?;
        total = total.checked_add(value).filter(|total| *total <= 1 << 63)?;
    }
    if negative {
        return Some(total.cast_signed().wrapping_neg());
    }
    i64::try_from(total).ok()
}

/// A number with its unit, and the rest.
fn part(text: &str) -> Option<(u64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole_length = digits(text);
    let (whole, mut rest) = text.split_at(whole_length);
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        (fraction, rest) = after.split_at(digits(after));
    }
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let length = rest.bytes().take_while(|b| *b != b'.' && !b.is_ascii_digit()).count();
    let unit: u64 = match rest.get(..length)? {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    };
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut value = whole.checked_mul(unit).filter(|value| *value <= 1 << 63)?;
    if !fraction.is_empty() {
        // Digits beyond what fits do not count.
        let mut number: u64 = 0;
        let mut scale = 1.0;
        for digit in fraction.bytes() {
            let next = number.checked_mul(10).and_then(|number| number.checked_add(u64::from(digit - b'0')));
            match next.filter(|next| *next <= 1 << 63) {
                Some(next) => number = next,
                None => break,
            }
            scale *= 10.0;
        }
        value += (number as f64 * (unit as f64 / scale)) as u64;
        if value > 1 << 63 {
            return None;
        }
    }
    Some((value, &rest[length..]))
}

/// A duration in seconds, such as `5400.5s`.
pub(super) fn display(nanos: i64) -> String {
    let (seconds, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
    format!("{}s", seconds as f64 + rest as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_go_reads_them() {
        assert_eq!(parse("1h30m"), Some(5_400_000_000_000));
        assert_eq!(parse("-1.5s"), Some(-1_500_000_000));
        assert_eq!(parse(".5us"), Some(500));
        assert_eq!(parse("-9223372036854775808ns"), Some(i64::MIN));
        assert_eq!(parse("0"), Some(0));
        for wrong in ["", "1", "s", "-", ".s", "1d", "9223372036854775808ns", "320000000000s", "1s "] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn durations_are_shown_in_seconds() {
        assert_eq!(display(5_400_500_000_000), "5400.5s");
        assert_eq!(display(-1), "-0.000000001s");
    }
}
