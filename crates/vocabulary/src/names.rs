//! Checks names and labels, for the compiler, the runtime and the checks of Kubernetes' own kinds. In: a
//! text. Out: the server's messages. Easy to break: the same rule counts `characters` for names and `bytes`
//! in label keys, since 1.35.
//
// apimachinery: util/validation/validation.go, api/validate/content/{dns,kube,path}.go

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::minor::Minor;

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' \
    or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
    validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
    must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for \
    validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const LETTER_FIRST: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start \
    with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', \
    regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const KEY: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
    alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
    '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or \
    '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', \
    regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const TWO_SLASHES: &str = " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

/// The maximum length of a label, or of the name part of a key.
const LABEL_LENGTH: usize = 63;
const SUBDOMAIN_LENGTH: usize = 253;
/// The maximum total size in bytes of all annotation keys and values.
pub const ANNOTATIONS_SIZE: usize = 256 * 1024;

/// The reasons why a text is invalid; empty if it is valid.
pub type Reasons = Vec<Cow<'static, str>>;

fn is_lower(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
fn is_label_shaped(text: &[u8]) -> bool {
    let ends = text.first().is_some_and(|&byte| is_lower(byte)) && text.last().is_some_and(|&b| is_lower(b));
    ends && text.iter().all(|&byte| is_lower(byte) || byte == b'-')
}

/// Whether a text consists of labels with dots between them, of any length.
#[must_use]
pub fn is_subdomain_of_any_length(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'.').all(is_label_shaped)
}

/// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
fn is_key_shaped(text: &[u8]) -> bool {
    let ends = text.first().is_some_and(u8::is_ascii_alphanumeric)
        && text.last().is_some_and(u8::is_ascii_alphanumeric);
    ends && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn is_letter_first_shaped(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_lowercase) && is_label_shaped(text)
}

/// The reasons why a text is not a subdomain; `unit` is the unit of lengths in messages.
fn against_subdomain(text: &[u8], unit: &str) -> Reasons {
    let mut reasons = Reasons::new();
    too_long(text, SUBDOMAIN_LENGTH, unit, &mut reasons);
    if !is_subdomain_of_any_length(text) {
        reasons.push(SUBDOMAIN.into());
    }
    reasons
}

/// Group and version of an API version; both are empty if there is more than one slash.
// apimachinery: runtime/schema/group_version.go ParseGroupVersion
#[must_use]
pub fn group_version(text: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = text.split(|&byte| byte == b'/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(group), Some(version), None) => (group, version),
        (_, None, _) => (b"", text),
        _ => (b"", b""),
    }
}

/// The reasons why a text is not a valid object name.
#[must_use]
pub fn against_name(text: &[u8]) -> Reasons {
    against_subdomain(text, "characters")
}

/// Converts the prefix of a name to the form in which it is checked. A dash at its end is replaced by a
/// letter, and the byte before it is ignored: the server masks two bytes with one.
#[must_use]
pub fn masked(prefix: &[u8]) -> Cow<'_, [u8]> {
    match prefix {
        [before @ .., _, b'-'] => [before, b"a".as_slice()].concat().into(),
        _ => prefix.into(),
    }
}

/// The reasons why a text cannot be the prefix of an object name.
#[must_use]
pub fn against_name_prefix(text: &[u8]) -> Reasons {
    against_name(&masked(text))
}

/// The reasons why a text is not a valid namespace name.
#[must_use]
pub fn against_namespace(text: &[u8]) -> Reasons {
    let mut reasons = Reasons::new();
    too_long(text, LABEL_LENGTH, "characters", &mut reasons);
    if !is_label_shaped(text) {
        let dotted = is_subdomain_of_any_length(text);
        reasons.push(if dotted { "must not contain dots".into() } else { LABEL.into() });
    }
    reasons
}

/// The reasons why a lower-case text is not a valid kind.
#[must_use]
pub fn against_kind(lower: &[u8]) -> Reasons {
    let mut reasons = Reasons::new();
    too_long(lower, LABEL_LENGTH, "characters", &mut reasons);
    if !is_letter_first_shaped(lower) {
        reasons.push(LETTER_FIRST.into());
    }
    reasons
}

/// The reasons why a text is not a valid label key or finalizer.
#[must_use]
pub fn against_qualified(text: &[u8]) -> Reasons {
    against_qualified_of(Minor::NEWEST, text)
}

/// As [`against_qualified`], in the words of a server.
#[must_use]
pub fn against_qualified_of(server: Minor, text: &[u8]) -> Reasons {
    let unit = label_unit(server);
    let mut reasons = Reasons::new();
    let mut parts = text.split(|&byte| byte == b'/');
    let name = match (parts.next(), parts.next(), parts.next()) {
        (Some(prefix), Some(name), None) => {
            if prefix.is_empty() {
                reasons.push("prefix part must be non-empty".into());
            } else {
                let against = against_subdomain(prefix, unit);
                reasons.extend(against.iter().map(|reason| ["prefix part ", reason].concat().into()));
            }
            name
        }
        (_, None, _) => text,
        _ => {
            let what = if server < Minor::LABEL_BYTES { "a qualified name " } else { "a valid label key " };
            return [[what, KEY, TWO_SLASHES].concat().into()].into();
        }
    };
    if name.is_empty() {
        reasons.push("name part must be non-empty".into());
    } else if name.len() > LABEL_LENGTH {
        reasons.push(alloc::format!("name part must be no more than {LABEL_LENGTH} {unit}").into());
    }
    if !is_key_shaped(name) {
        reasons.push(["name part ", KEY].concat().into());
    }
    reasons
}

/// The reasons why a text is not a valid label value.
#[must_use]
pub fn against_label_value(text: &[u8]) -> Reasons {
    against_label_value_of(Minor::NEWEST, text)
}

/// As [`against_label_value`], in the words of a server.
#[must_use]
pub fn against_label_value_of(server: Minor, text: &[u8]) -> Reasons {
    let mut reasons = Reasons::new();
    too_long(text, LABEL_LENGTH, label_unit(server), &mut reasons);
    if !text.is_empty() && !is_key_shaped(text) {
        reasons.push(VALUE.into());
    }
    reasons
}

/// The reasons why a text is not a valid path segment.
#[must_use]
pub fn against_segment(text: &[u8]) -> Reasons {
    match text {
        b"." => ["may not be '.'".into()].into(),
        b".." => ["may not be '..'".into()].into(),
        _ => against_segment_prefix(text),
    }
}

/// The reasons why a text cannot be the start of a path segment.
#[must_use]
pub fn against_segment_prefix(text: &[u8]) -> Reasons {
    let mut reasons = Reasons::new();
    if text.contains(&b'/') {
        reasons.push("may not contain '/'".into());
    }
    if text.contains(&b'%') {
        reasons.push("may not contain '%'".into());
    }
    reasons
}

/// The unit of lengths in messages about labels.
fn label_unit(server: Minor) -> &'static str {
    if server < Minor::LABEL_BYTES { "characters" } else { "bytes" }
}

fn too_long(text: &[u8], most: usize, unit: &str, reasons: &mut Reasons) {
    if text.len() > most {
        reasons.push(alloc::format!("must be no more than {most} {unit}").into());
    }
}

/// Lower case as in Go: character by character, with an `i` for the dotted capital. The length may change.
#[must_use]
pub fn lower(text: &str) -> String {
    text.chars().map(|unit| unit.to_lowercase().next().unwrap_or(unit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        // Two bytes are masked, whatever the first one is.
        for fine in ["a", "a-", "a.b-", "A-", "x/-", "a.-"] {
            assert_eq!(against_name_prefix(fine.as_bytes()), Reasons::new(), "{fine}");
        }
        for bad in ["", "-", "_-a", "a/b-", "é-"] {
            assert_eq!(against_name_prefix(bad.as_bytes()), [SUBDOMAIN], "{bad}");
        }
    }

    #[test]
    fn lower_case_as_in_go() {
        assert_eq!(lower("K\u{212a}\u{130}É\u{3a3}"), "kkié\u{3c3}");
    }

    #[test]
    fn units() {
        let long = "a".repeat(254);
        assert_eq!(against_name(long.as_bytes()), ["must be no more than 253 characters"]);
        let key = [long.as_str(), "/b"].concat();
        assert_eq!(against_qualified(key.as_bytes()), ["prefix part must be no more than 253 bytes"]);
        assert_eq!(against_label_value(long.as_bytes()), ["must be no more than 63 bytes"]);
        assert_eq!(against_namespace(b"a.b"), ["must not contain dots"]);
        assert_eq!(against_kind(b"0"), [LETTER_FIRST]);
    }
}
