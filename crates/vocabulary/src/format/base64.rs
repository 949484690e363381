//! `byte`: padded base64, not empty.
// kube-openapi: third_party/govalidator/patterns.go Base64

/// Groups of four characters of the standard alphabet; the last one may be padded with at most two `=`. Line
/// breaks are not allowed.
pub fn byte(content: &[u8]) -> bool {
    let Some((body, last)) = content.split_last_chunk::<4>() else { return false };
    let last: &[u8] = match last {
        [first @ .., b'=', b'='] => first,
        [first @ .., b'='] => first,
        all => all,
    };
    body.len() % 4 == 0 && all_digits(body) && all_digits(last)
}

/// Checks whole chunks without an early exit, so that the compiler can vectorize the loop.
fn all_digits(text: &[u8]) -> bool {
    let whole = |chunk: &[u8]| chunk.iter().fold(true, |all, &b| all & is_digit(b));
    text.chunks(64).all(whole)
}

fn is_digit(byte: u8) -> bool {
    (byte | 0x20).wrapping_sub(b'a') < 26 || byte.wrapping_sub(b'0') < 10 || byte == b'+' || byte == b'/'
}
