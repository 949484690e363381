//! Validates names: DNS labels, subdomains, qualified names and label values. Each function returns the
//! server's error messages, which are empty if the name is valid.

use crdc_vocabulary::names::{self, Reasons};

/// A DNS label (RFC 1035).
pub(super) fn label(value: &str) -> Reasons {
    names::against_kind(value.as_bytes())
}

/// A DNS subdomain (RFC 1123).
pub(super) fn subdomain(value: &str) -> Reasons {
    names::against_name(value.as_bytes())
}

/// A label key, annotation key or finalizer.
pub(super) fn qualified_name(value: &str) -> Reasons {
    names::against_qualified(value.as_bytes())
}

/// The value of a label.
pub(super) fn label_value(value: &str) -> Reasons {
    names::against_label_value(value.as_bytes())
}

/// Returns a similar name that is a valid DNS label, for help texts.
pub(super) fn as_label(value: &str) -> Option<String> {
    let mut made: String =
        value.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    made = made.trim_matches('-').to_owned();
    made.truncate(63);
    label(&made).is_empty().then_some(made)
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
        // Names are counted in characters, keys in bytes.
        assert_eq!(label(&"a".repeat(64)), ["must be no more than 63 characters"]);
        assert_eq!(subdomain(&"a".repeat(254)), ["must be no more than 253 characters"]);
        assert_eq!(qualified_name(&"a".repeat(64)), ["name part must be no more than 63 bytes"]);
        assert_eq!(label_value(&"a".repeat(64)), ["must be no more than 63 bytes"]);
    }
}
