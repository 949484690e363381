//! `date-time`: a date, `T`, and a time with a zone.
//!
//! The server splits at every `t` and looks at the first two parts only, so anything may follow a second `T`.
//! The zone has no range check.
// kube-openapi: strfmt/time.go IsDateTime

use super::date::is_day;

/// `2006-01-02T15:04:05`, an optional fraction after any separator character, and `Z` or an offset.
pub fn datetime(content: &[u8]) -> bool {
    let Some((day, rest)) = content.split_first_chunk::<10>() else { return false };
    let [b'T' | b't', time @ ..] = rest else { return false };
    is_day(day) && is_time(time)
}

/// Whether the text after the first `T` is a time.
fn is_time(text: &[u8]) -> bool {
    let Some((clock, rest)) = text.split_first_chunk::<8>() else { return false };
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *clock else { return false };
    let sixty = |tens: u8, ones: u8| matches!(tens, b'0'..=b'5') && ones.is_ascii_digit();
    let hour = match h1 {
        b'0' | b'1' => h2.is_ascii_digit(),
        b'2' => matches!(h2, b'0'..=b'3'),
        _ => false,
    };
    if !hour || !sixty(m1, m2) || !sixty(s1, s2) {
        return false;
    }
    is_zone(rest) || fraction(rest).is_some_and(is_zone)
}

/// Skips one character other than a line break and the digits after it; returns the rest.
fn fraction(text: &[u8]) -> Option<&[u8]> {
    let digits = match *text.first()? {
        b'\n' | b'T' | b't' => return None,
        0..=0x7F => text.get(1..)?,
        _ => {
            let width = 1 + text.iter().skip(1).take_while(|&&b| b & 0xC0 == 0x80).count();
            text.get(width..)?
        }
    };
    let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if count == 0 { None } else { digits.get(count..) }
}

fn is_zone(text: &[u8]) -> bool {
    let ends = |rest: &[u8]| matches!(rest, [] | [b'T' | b't', ..]);
    match text {
        [b'Z' | b'z', rest @ ..] => ends(rest),
        [b'+' | b'-', h1, h2, b':', m1, m2, rest @ ..] => {
            [h1, h2, m1, m2].iter().all(|b| b.is_ascii_digit()) && ends(rest)
        }
        _ => false,
    }
}
