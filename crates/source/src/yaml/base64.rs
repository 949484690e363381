//! Go's standard base64 decoding, for `!!binary`. Bytes that are not valid UTF-8 become U+FFFD, as in Go's
//! JSON encoder.

use crdc_vocabulary::go;

/// Decodes `encoded`.
pub(super) fn decode(encoded: &str) -> Option<String> {
    Some(match String::from_utf8(go::decode_base64(encoded.as_bytes()).ok()?) {
        Ok(text) => text,
        Err(error) => replace_each_byte(error.as_bytes()),
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
