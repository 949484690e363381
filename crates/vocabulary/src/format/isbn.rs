//! `isbn`, `isbn10`, `isbn13`: book numbers with their checksums.
// kube-openapi: third_party/govalidator IsISBN

/// ISBN-10 or ISBN-13.
pub fn isbn(content: &[u8]) -> bool {
    isbn10(content) || isbn13(content)
}

/// Nine digits, then a digit or `X`. Dashes and spaces are ignored.
pub fn isbn10(content: &[u8]) -> bool {
    let Some([first @ .., last]) = digits::<10>(content) else { return false };
    let mut sum = match last {
        b'X' => 100,
        b'0'..=b'9' => 10 * u32::from(last - b'0'),
        _ => return false,
    };
    for (weight, digit) in (1..).zip(first) {
        if !digit.is_ascii_digit() {
            return false;
        }
        sum += weight * u32::from(digit - b'0');
    }
    sum % 11 == 0
}

/// Thirteen digits. Dashes and spaces are ignored.
pub fn isbn13(content: &[u8]) -> bool {
    let Some(digits) = digits::<13>(content) else { return false };
    let mut sum = 0;
    for (index, digit) in digits.iter().enumerate() {
        if !digit.is_ascii_digit() {
            return false;
        }
        sum += u32::from(digit - b'0') * if index % 2 == 0 { 1 } else { 3 };
    }
    sum % 10 == 0
}

/// The bytes other than dashes and spaces, if there are exactly `COUNT`.
fn digits<const COUNT: usize>(content: &[u8]) -> Option<[u8; COUNT]> {
    let mut out = [0; COUNT];
    let mut slots = out.iter_mut();
    for &byte in content {
        if !matches!(byte, b'-' | b' ' | b'\t' | b'\n' | b'\x0C' | b'\r') {
            *slots.next()? = byte;
        }
    }
    slots.next().is_none().then_some(out)
}
