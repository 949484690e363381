//! Checks names of objects and labels, and similar names. In: a text. Out: whether it is valid; `names` of
//! crdc-vocabulary returns the reasons why a text is invalid. Easy to break: these checks must be as strict
//! as the functions that return reasons.
// apimachinery: util/validation/validation.go, api/validate/content/{dns,kube,path}.go

pub use crdc_vocabulary::names::*;

use crate::pattern::{self, Layout};

/// The maximum length of a label, or of the name part of a key.
const LABEL_LENGTH: usize = 63;
const SUBDOMAIN_LENGTH: usize = 253;

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
fn is_label_shaped(text: &[u8]) -> bool {
    let ends = text.first().is_some_and(|&byte| is_lower(byte)) && text.last().is_some_and(|&b| is_lower(b));
    static SET: [bool; 256] = pattern::set(b"--09az");
    ends && pattern::all(&SET, text)
}

/// Whether a text consists of labels with dots between them.
fn is_subdomain_shaped(text: &[u8]) -> bool {
    const CLASSES: [u8; 256] = pattern::classes(&[b"--", b"..", b"09az"]);
    // The dead state, then those in front of a label, after a dash, and after a letter or digit.
    const ROWS: [[u8; 4]; 4] = [[0, 0, 0, 0], [0, 0, 0, 3], [0, 2, 0, 3], [0, 2, 1, 3]];
    const LAYOUT: Layout = Layout { start: 1, live: 1, accepting: 3, settled: 4 };
    static TABLE: [u64; 256] = pattern::shift_table(&CLASSES, &ROWS);
    pattern::shift(&TABLE, LAYOUT, text)
}

/// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
fn is_key_shaped(text: &[u8]) -> bool {
    let ends = text.first().is_some_and(u8::is_ascii_alphanumeric)
        && text.last().is_some_and(u8::is_ascii_alphanumeric);
    static SET: [bool; 256] = pattern::set(b"-.09AZ__az");
    ends && pattern::all(&SET, text)
}

/// Whether a text is a valid object name: an RFC 1123 subdomain.
#[inline]
pub fn is_subdomain(text: &[u8]) -> bool {
    text.len() <= SUBDOMAIN_LENGTH && is_subdomain_shaped(text)
}

/// Whether a text is a valid namespace name: an RFC 1123 label.
#[inline]
pub fn is_label(text: &[u8]) -> bool {
    text.len() <= LABEL_LENGTH && is_label_shaped(text)
}

/// Whether a text is a valid label key or finalizer: a name with an optional subdomain and slash before it.
pub fn is_qualified(text: &[u8]) -> bool {
    // The name is usually shorter than the prefix, and a valid prefix, a subdomain, contains no slash.
    let name = match text.iter().rposition(|&byte| byte == b'/') {
        Some(slash) if !is_subdomain(&text[..slash]) => return false,
        Some(slash) => &text[slash + 1..],
        None => text,
    };
    name.len() <= LABEL_LENGTH && is_key_shaped(name)
}

/// Whether an annotation key is valid: a label key in any case.
#[inline]
pub fn is_annotation_key(key: &[u8]) -> bool {
    if is_qualified(key) {
        return true;
    }
    // A longer key is too long.
    let mut lower = [0u8; 320];
    let Some(lower) = lower.get_mut(..key.len()) else { return false };
    lower.copy_from_slice(key);
    lower.make_ascii_lowercase();
    is_qualified(lower)
}

/// Whether a text is a valid label value.
#[inline]
pub fn is_label_value(text: &[u8]) -> bool {
    text.is_empty() || (text.len() <= LABEL_LENGTH && is_key_shaped(text))
}

/// Whether a text is a valid path segment of a URL.
#[inline]
pub fn is_segment(text: &[u8]) -> bool {
    text != b"." && text != b".." && is_segment_prefix(text)
}

/// Whether a text can be the start of a path segment.
pub fn is_segment_prefix(text: &[u8]) -> bool {
    !text.iter().any(|byte| matches!(byte, b'/' | b'%'))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    fn texts() -> Vec<String> {
        let mut texts: Vec<String> = [
            "", "a", "A", "0", "-", ".", "_", "/", "%", "..", "a-", "-a", "a.b", "a..b", "a.-b", "a_b",
            "A.b", "é", "a/b", "/b", "a/", "a/b/c", "A/b", "a.b/C_d", "a b", "a\n", "a/-", "a%b", "a-b-",
            "a.-", "x/-",
        ]
        .map(String::from)
        .into();
        for length in [62, 63, 64, 253, 254] {
            texts.push("a".repeat(length));
            texts.push(["a.", &"b".repeat(length - 2)].concat());
            texts.push(["p/", &"b".repeat(length)].concat());
            texts.push(["a".repeat(length).as_str(), "/b"].concat());
            texts.push(["a".repeat(length).as_str(), "-"].concat());
        }
        texts
    }

    #[test]
    fn yes_is_no_reason_against() {
        for text in texts() {
            let bytes = text.as_bytes();
            let same =
                |yes: bool, reasons: Reasons| assert_eq!(yes, reasons.is_empty(), "{text}: {reasons:?}");
            same(is_subdomain(bytes), against_name(bytes));
            same(is_label(bytes), against_namespace(bytes));
            same(is_qualified(bytes), against_qualified(bytes));
            same(is_label_value(bytes), against_label_value(bytes));
            same(is_segment(bytes), against_segment(bytes));
            same(is_segment_prefix(bytes), against_segment_prefix(bytes));
        }
    }

    /// All texts of up to six bytes from these.
    #[test]
    fn a_subdomain_is_labels_with_dots() {
        let mut texts = alloc::vec![Vec::new()];
        for length in 0..6 {
            let longest: Vec<_> = texts.iter().filter(|text| text.len() == length).cloned().collect();
            let longer = |byte: u8| longest.iter().map(move |text| [text.as_slice(), &[byte]].concat());
            texts.extend(b"z0-.A/".iter().flat_map(|&byte| longer(byte)));
        }
        assert_eq!(texts.len(), (0..=6).map(|length| 6usize.pow(length)).sum::<usize>());
        for text in texts {
            // Some texts follow as many letters as are tested together.
            for before in [0, 2, 5, 8] {
                let text = [&b"abcdefgh"[..before], &text].concat();
                let labels = text.split(|&byte| byte == b'.').all(is_label_shaped);
                assert_eq!(is_subdomain_shaped(&text), labels, "{}", text.escape_ascii());
            }
        }
    }
}
