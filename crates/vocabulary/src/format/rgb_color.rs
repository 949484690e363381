//! `rgbcolor`: a colour in CSS notation.
// kube-openapi: third_party/govalidator/patterns.go RGBcolor

use super::ip::decimal;

/// `rgb(1, 2, 3)`: three numbers below 256 without leading zeros. Space is allowed around each number only.
pub fn rgbcolor(content: &[u8]) -> bool {
    let Some(mut rest) = content.strip_prefix(b"rgb(") else { return false };
    for end in [b',', b',', b')'] {
        let number = trim_start(rest);
        let Some(tail) = decimal(number, 255) else { return false };
        if number.first() == Some(&b'0') && number.len() - tail.len() > 1 {
            return false;
        }
        let [found, tail @ ..] = trim_start(tail) else { return false };
        if *found != end {
            return false;
        }
        rest = tail;
    }
    rest.is_empty()
}

/// RE2's `\s*`.
fn trim_start(text: &[u8]) -> &[u8] {
    let space = text.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')).count();
    text.get(space..).unwrap_or(&[])
}
