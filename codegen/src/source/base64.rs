//! Go's standard base64 decoding, for `!!binary`: padded, line breaks skipped, unused bits ignored. Bytes
//! that are not valid UTF-8 become U+FFFD, as in Go's JSON encoder.

/// Decodes `encoded`.
pub(super) fn decode(encoded: &str) -> Option<String> {
    let symbols: Vec<u8> = encoded.bytes().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
    if !symbols.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(symbols.len() / 4 * 3);
    let groups = symbols.len() / 4;
    for (index, group) in symbols.chunks_exact(4).enumerate() {
        let padding = group.iter().rev().take_while(|b| **b == b'=').count();
        if padding > 2 || (padding > 0 && index + 1 != groups) {
            return None;
        }
        let mut bits = 0_u32;
        for symbol in &group[..4 - padding] {
            bits = bits << 6 | u32::from(sextet(*symbol)?);
        }
        bits <<= 6 * padding;
        bytes.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => replace_each_byte(error.as_bytes()),
    })
}

fn sextet(symbol: u8) -> Option<u8> {
    Some(match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// encoding/json: every byte of an invalid sequence becomes its own U+FFFD.
fn replace_each_byte(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn decodes_as_go_does() {
        assert_eq!(decode("").as_deref(), Some(""));
        assert_eq!(decode("aGk=").as_deref(), Some("hi"));
        assert_eq!(decode("aG\nk=\r\n").as_deref(), Some("hi"));
        assert_eq!(decode("aGV5").as_deref(), Some("hey"));
        assert_eq!(decode("aA==").as_deref(), Some("h"));
        assert_eq!(decode("4oKs").as_deref(), Some("€"));
        assert_eq!(decode("4oI=").as_deref(), Some("\u{fffd}\u{fffd}"));
        for bad in ["aGk", "a===", "====", "aA==aGk=", "aG =", "-_-_"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
