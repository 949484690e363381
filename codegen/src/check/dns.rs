//! Validates names: DNS labels, subdomains, qualified names and label values. Each function returns the
//! server's error messages; none if the name is valid.
//
// apimachinery: pkg/util/validation/validation.go, pkg/api/validate/content

const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_1123: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const QUALIFIED: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// A DNS label (RFC 1035).
pub(super) fn label(value: &str) -> Vec<String> {
    let mut errors = too_long(value, 63);
    let starts = value.as_bytes().first().is_some_and(u8::is_ascii_lowercase);
    if !starts || !is_label(value) {
        errors.push(LABEL_1035.to_owned());
    }
    errors
}

/// A DNS subdomain (RFC 1123).
pub(super) fn subdomain(value: &str) -> Vec<String> {
    let mut errors = too_long(value, 253);
    if !value.split('.').all(is_label) {
        errors.push(SUBDOMAIN_1123.to_owned());
    }
    errors
}

/// A label key, annotation key or finalizer.
pub(super) fn qualified_name(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let parts: Vec<&str> = value.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                errors.push("prefix part must be non-empty".to_owned());
            } else {
                errors.extend(subdomain(prefix).into_iter().map(|error| format!("prefix part {error}")));
            }
            name
        }
        _ => {
            return vec![format!(
                "a valid label key {QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            )];
        }
    };
    if name.is_empty() {
        errors.push("name part must be non-empty".to_owned());
    } else {
        errors.extend(too_long(name, 63).into_iter().map(|error| format!("name part {error}")));
    }
    if !is_name(name) {
        errors.push(format!("name part {QUALIFIED}"));
    }
    errors
}

/// The value of a label.
pub(super) fn label_value(value: &str) -> Vec<String> {
    let mut errors = too_long(value, 63);
    if !value.is_empty() && !is_name(value) {
        errors.push(LABEL_VALUE.to_owned());
    }
    errors
}

/// Returns a similar name that is a valid DNS label, for help texts.
pub(super) fn as_label(value: &str) -> Option<String> {
    let mut made: String =
        value.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    made = made.trim_matches('-').to_owned();
    made.truncate(63);
    label(&made).is_empty().then_some(made)
}

fn too_long(value: &str, limit: usize) -> Vec<String> {
    if value.len() > limit { vec![format!("must be no more than {limit} bytes")] } else { Vec::new() }
}

/// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
fn is_label(value: &str) -> bool {
    let inner = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    edges(value, inner) && value.bytes().all(|b| inner(&b) || b == b'-')
}

/// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
fn is_name(value: &str) -> bool {
    edges(value, u8::is_ascii_alphanumeric)
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

fn edges(value: &str, inner: impl Fn(&u8) -> bool) -> bool {
    let bytes = value.as_bytes();
    bytes.first().is_some_and(&inner) && bytes.last().is_some_and(&inner)
}

#[cfg(test)]
mod tests {
    use super::{label, label_value, qualified_name, subdomain};

    #[test]
    fn names_are_validated_as_the_server_validates_them() {
        for good in ["a", "a-1", "abc"] {
            assert!(label(good).is_empty(), "{good}");
        }
        for bad in ["", "1a", "a-", "A", "a.b", &"a".repeat(64)] {
            assert!(!label(bad).is_empty(), "{bad}");
        }
        for good in ["a", "1.b-c.d", "example.com"] {
            assert!(subdomain(good).is_empty(), "{good}");
        }
        for bad in ["", "a..b", ".a", "a.", "a_b", "A.b"] {
            assert!(!subdomain(bad).is_empty(), "{bad}");
        }
        assert!(qualified_name("example.com/My_Name").is_empty());
        assert!(!qualified_name("a/b/c").is_empty());
        assert!(!qualified_name("/b").is_empty());
        assert!(label_value("").is_empty());
        assert!(!label_value("-a").is_empty());
    }
}
