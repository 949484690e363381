//! `duration`: a Go duration, or any text with a number that is followed by a unit.
//!
//! The second form finds numbers anywhere and ignores the rest, but rejects a text with a number beyond 64
//! bits. Go's form keeps its limits, since a text needs to match only one of the two.
// kube-openapi: strfmt/duration.go ParseDuration; Go: time/format.go ParseDuration

/// `1h30m`, `3 weeks`, `P1D` (for its `1D`).
pub fn duration(content: &[u8]) -> bool {
    is_go(content) || is_phrase(content)
}

const HALF: u64 = 1 << 63;

/// An optional sign, then numbers with a unit each, or `0`. The nanoseconds must fit 64 bits.
fn is_go(text: &[u8]) -> bool {
    let (negative, mut rest) = match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (*sign == b'-', rest),
        rest => (false, rest),
    };
    if rest.is_empty() {
        return false;
    }
    if rest == b"0" {
        return true;
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let Some((value, tail)) = element(rest) else { return false };
        // Two halves wrap to zero, as they do in Go.
        total = total.wrapping_add(value);
        if total > HALF {
            return false;
        }
        rest = tail;
    }
    negative || total < HALF
}

/// The nanoseconds of a number with its unit, and the rest of the text.
fn element(text: &[u8]) -> Option<(u64, &[u8])> {
    let (whole, after) = integer(text)?;
    let mut digits = text.len() - after.len();
    let (mut part, mut scale, mut rest) = (0, 1.0, after);
    if let [b'.', tail @ ..] = after {
        (part, scale, rest) = fraction(tail);
        digits += tail.len() - rest.len();
    }
    if digits == 0 {
        return None;
    }
    let width = rest.iter().take_while(|b| **b != b'.' && !b.is_ascii_digit()).count();
    let (unit, rest) = rest.split_at_checked(width)?;
    let unit: u64 = match unit {
        b"ns" => 1,
        // The micro sign and the Greek letter mu.
        b"us" | b"\xC2\xB5s" | b"\xCE\xBCs" => 1_000,
        b"ms" => 1_000_000,
        b"s" => 1_000_000_000,
        b"m" => 60_000_000_000,
        b"h" => 3_600_000_000_000,
        _ => return None,
    };
    if whole > HALF / unit {
        return None;
    }
    let mut value = whole * unit;
    if part > 0 {
        value += (part as f64 * (unit as f64 / scale)) as u64;
    }
    (value <= HALF).then_some((value, rest))
}

/// Leading digits, if any; `None` beyond 2^63.
fn integer(text: &[u8]) -> Option<(u64, &[u8])> {
    let mut value: u64 = 0;
    let mut rest = text;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        if value > HALF {
            return None;
        }
        rest = tail;
    }
    Some((value, rest))
}

/// Leading digits and the power of ten to divide them by. Digits beyond 63 bits are ignored.
fn fraction(text: &[u8]) -> (u64, f64, &[u8]) {
    let (mut value, mut scale, mut full) = (0, 1.0, false);
    let mut rest = text;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
        full = full || value > (HALF - 1) / 10;
        if full {
            continue;
        }
        let next = value * 10 + u64::from(digit - b'0');
        if next > HALF {
            full = true;
            continue;
        }
        value = next;
        scale *= 10.0;
    }
    (value, scale, rest)
}

/// Whether a number is followed by a unit, and no number before a word is too large.
fn is_phrase(text: &[u8]) -> bool {
    let mut found = false;
    let mut rest = text;
    while let Some(start) = rest.iter().position(u8::is_ascii_digit) {
        let number = rest.get(start..).unwrap_or(&[]);
        let (digits, tail) = split(number, |b| b.is_ascii_digit());
        let (_, tail) = split(tail, |b| matches!(b, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r'));
        let (unit, tail) = tail.split_at(letters(tail));
        rest = tail;
        if unit.is_empty() {
            continue;
        }
        if integer(digits).is_none_or(|(value, _)| value >= HALF) {
            return false;
        }
        found = found || is_unit(unit);
    }
    found
}

fn split(text: &[u8], of: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|b| of(b)).count())
}

/// The length in bytes of the leading letters, the micro sign included.
fn letters(text: &[u8]) -> usize {
    let mut rest = text;
    while let [b'a'..=b'z' | b'A'..=b'Z', tail @ ..] | [0xC2, 0xB5, tail @ ..] = rest {
        rest = tail;
    }
    text.len() - rest.len()
}

/// An abbreviation, or a word that starts with the name of a unit.
fn is_unit(word: &[u8]) -> bool {
    const SHORT: [&[u8]; 11] =
        [b"ns", b"us", b"\xC2\xB5s", b"ms", b"s", b"m", b"h", b"hr", b"d", b"w", b"wk"];
    const LONG: [&[u8]; 8] = [b"nano", b"micro", b"milli", b"sec", b"min", b"hour", b"day", b"week"];
    let begins = |with: &&[u8]| word.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    SHORT.iter().any(|short| word.eq_ignore_ascii_case(short)) || LONG.iter().any(begins)
}
