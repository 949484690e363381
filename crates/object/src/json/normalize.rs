//! Rewrites a text for the fast path: keys in canonical form, strings in valid UTF-8, no integers beyond 64
//! bits.
//!
//! In: any bytes. Out: the same document as the server would hold it. Only called if the decoder found such
//! text. Nothing is validated here: invalid JSON stays invalid.
// sigs.k8s.io/json: decode.go unquoteBytes, convertNumber

use alloc::vec::Vec;

use super::{escape, go, scan};

/// Whether the text between a key's quotes has the form of [`escape::append_canonical`].
pub fn is_canonical(raw: &[u8]) -> bool {
    if core::str::from_utf8(raw).is_err() {
        return false;
    }
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        at += 1;
        if byte != b'\\' {
            continue;
        }
        match raw.get(at) {
            Some(b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't') => at += 1,
            Some(b'u') => {
                let Some(digits) = raw.get(at + 1..at + 5) else {
                    return false;
                };
                let control = matches!(digits, [b'0', b'0', b'0' | b'1', b'0'..=b'9' | b'a'..=b'f']);
                let short = matches!(digits, b"0008" | b"0009" | b"000a" | b"000c" | b"000d");
                if !control || short {
                    return false;
                }
                at += 5;
            }
            _ => return false,
        }
    }
    true
}

/// The normalized text. Linear.
pub fn normalize(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                let end = scan::string_end(text, at + 1);
                let raw = text.get(at + 1..end).unwrap_or(b"");
                out.push(b'"');
                match escape::lossy_content(raw) {
                    Some(content) => escape::append_canonical(&mut out, &content),
                    None => out.extend_from_slice(raw),
                }
                if end < text.len() {
                    out.push(b'"');
                }
                at = end + 1;
            }
            b'-' | b'0'..=b'9' => {
                let length = text.get(at..).unwrap_or(b"").iter().skip(1);
                let end = at
                    + 1
                    + length
                        .take_while(|b| matches!(b, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
                        .count();
                number(text.get(at..end).unwrap_or(b""), &mut out);
                at = end;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// Replaces an integer beyond 64 bits by the float that the server reads.
fn number(token: &[u8], out: &mut Vec<u8>) {
    let written = core::str::from_utf8(token).unwrap_or("");
    let digits = written.strip_prefix('-').unwrap_or(written);
    let integer =
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if integer
        && written.parse::<i64>().is_err()
        && let Ok(value) = written.parse::<f64>()
        && value.is_finite()
    {
        out.extend_from_slice(go::json_float(value).as_bytes());
        return;
    }
    out.extend_from_slice(token);
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{is_canonical, normalize};

    fn text(input: &[u8]) -> String {
        String::from_utf8(normalize(input)).expect("normalized text is UTF-8")
    }

    #[test]
    fn spells_strings_one_way() {
        assert_eq!(text(br#"{"\u0061\/\"":"\ud83d\ude00\ud83dx"}"#), r#"{"a/\"":"😀�x"}"#);
        assert_eq!(text(b"\"\xe2\x82a\xff\""), "\"\u{fffd}\u{fffd}a\u{fffd}\"");
        assert!(is_canonical(br#"a\"b\\\n\u0001"#));
        assert!(!is_canonical(br"\u0041"));
        assert!(!is_canonical(br"\u000A"));
    }

    /// Found by fuzzing: escaping the control character made the text valid JSON.
    #[test]
    fn leaves_control_characters_to_be_refused() {
        assert_eq!(text(b"[\"\xff\",\"\xc3\xa9\x01\"]"), "[\"\u{fffd}\",\"\u{e9}\x01\"]");
    }

    #[test]
    fn makes_floats_of_large_integers() {
        assert_eq!(text(b"[9223372036854775808,-1,1.5,01]"), "[9223372036854776000,-1,1.5,01]");
    }
}
