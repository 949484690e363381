//! Go's standard base64, as `encoding/json` reads and writes `[]byte`: padded, line breaks skipped, unused
//! bits ignored. Easy to break: the byte that an error names is that of the text, with its line breaks.
//
// Go: encoding/base64 (StdEncoding)

use alloc::string::String;
use alloc::vec::Vec;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes a text.
///
/// ```
/// use crdc_vocabulary::go::decode_base64;
/// assert_eq!(decode_base64(b"aG\nk="), Ok(b"hi".to_vec()));
/// assert_eq!(decode_base64(b"aG-="), Err(2));
/// ```
///
/// # Errors
/// The byte that Go names: `illegal base64 data at input byte 2`.
pub fn decode_base64(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let skip = |mut at: usize| {
        while matches!(text.get(at), Some(b'\r' | b'\n')) {
            at += 1;
        }
        at
    };
    let (mut bits, mut count) = (0u32, 0);
    let mut at = 0;
    while let Some(&symbol) = text.get(at) {
        match symbol {
            b'\r' | b'\n' => {}
            b'=' if count >= 2 => {
                let mut next = skip(at + 1);
                if count == 2 {
                    match text.get(next) {
                        None => return Err(next),
                        Some(b'=') => next = skip(next + 1),
                        Some(_) => return Err(next - 1),
                    }
                }
                if next < text.len() {
                    return Err(next);
                }
                let [_, whole @ ..] = (bits << (6 * (4 - count))).to_be_bytes();
                bytes.extend_from_slice(&whole[..count - 1]);
                return Ok(bytes);
            }
            _ => {
                bits = bits << 6 | sextet(symbol).ok_or(at)?;
                count += 1;
                if count == 4 {
                    bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
                    (bits, count) = (0, 0);
                }
            }
        }
        at += 1;
    }
    if count == 0 { Ok(bytes) } else { Err(text.len() - count) }
}

/// Encodes bytes.
///
/// ```
/// assert_eq!(crdc_vocabulary::go::encode_base64(b"hi"), "aGk=");
/// ```
#[must_use]
pub fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let symbol = ALPHABET[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= group.len() { char::from(symbol) } else { '=' });
        }
    }
    text
}

fn sextet(symbol: u8) -> Option<u32> {
    Some(u32::from(match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{decode_base64, encode_base64};

    #[test]
    fn decodes_as_go_does() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("aGk=", b"hi"),
            ("aG\nk=\r\n", b"hi"),
            ("aA=\n=", b"h"),
            ("aGV5", b"hey"),
            ("aA==", b"h"),
            ("aB==", b"h"),
            ("+/+/", b"\xfb\xff\xbf"),
        ] {
            assert_eq!(decode_base64(text.as_bytes()).as_deref(), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn an_error_names_the_byte_that_go_names() {
        for (text, at) in [
            ("not-base64!", 3),
            ("aGk", 0),
            ("aGV5aGk", 4),
            ("aGk\n", 1),
            ("a===", 1),
            ("====", 0),
            ("aA==aGk=", 4),
            ("aA=a", 2),
            ("aA=", 3),
            ("aG =", 2),
            ("-_-_", 0),
            ("aGk=\nx", 5),
        ] {
            assert_eq!(decode_base64(text.as_bytes()), Err(at), "{text}");
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_to_the_same_bytes() {
        let bytes: [u8; 256] = core::array::from_fn(|byte| byte as u8);
        for len in 0..bytes.len() {
            assert_eq!(decode_base64(encode_base64(&bytes[..len]).as_bytes()).as_deref(), Ok(&bytes[..len]));
        }
    }
}
