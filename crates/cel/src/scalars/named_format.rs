//! Functions on named formats: `format.dns1123Label()`, `format.named(string)` and `validate(string)`. Easy
//! to
//! break: names are compared with case, and a prefix of a name has its last two bytes replaced before it is
//! checked.
//
// apiserver: pkg/cel/library/format.go; apimachinery: pkg/api/validation/generic.go

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crdc_vocabulary::format;

use super::url::Url;
use crate::arena::Arena;
use crdc_object::names;

/// A format that rules can validate strings against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NamedFormat {
    /// `format.dns1123Label()`
    Dns1123Label,
    /// `format.dns1123Subdomain()`
    Dns1123Subdomain,
    /// `format.dns1035Label()`
    Dns1035Label,
    /// `format.qualifiedName()`
    QualifiedName,
    /// `format.dns1123LabelPrefix()`
    Dns1123LabelPrefix,
    /// `format.dns1123SubdomainPrefix()`
    Dns1123SubdomainPrefix,
    /// `format.dns1035LabelPrefix()`
    Dns1035LabelPrefix,
    /// `format.labelValue()`
    LabelValue,
    /// `format.uri()`
    Uri,
    /// `format.uuid()`
    Uuid,
    /// `format.byte()`
    Byte,
    /// `format.date()`
    Date,
    /// `format.datetime()`
    DateTime,
}

impl NamedFormat {
    /// `format.named(name)`: the format of a function `format.NAME()`.
    #[must_use]
    pub fn named(name: &str) -> Option<NamedFormat> {
        Some(match name {
            "dns1123Label" => NamedFormat::Dns1123Label,
            "dns1123Subdomain" => NamedFormat::Dns1123Subdomain,
            "dns1035Label" => NamedFormat::Dns1035Label,
            "qualifiedName" => NamedFormat::QualifiedName,
            "dns1123LabelPrefix" => NamedFormat::Dns1123LabelPrefix,
            "dns1123SubdomainPrefix" => NamedFormat::Dns1123SubdomainPrefix,
            "dns1035LabelPrefix" => NamedFormat::Dns1035LabelPrefix,
            "labelValue" => NamedFormat::LabelValue,
            "uri" => NamedFormat::Uri,
            "uuid" => NamedFormat::Uuid,
            "byte" => NamedFormat::Byte,
            "date" => NamedFormat::Date,
            "datetime" => NamedFormat::DateTime,
            _ => return None,
        })
    }

    /// The length of the pattern that the server charges for a validation, in bytes.
    #[must_use]
    pub const fn pattern_size(self) -> u64 {
        match self {
            NamedFormat::Dns1123Label | NamedFormat::Dns1123LabelPrefix => 30,
            NamedFormat::Dns1035Label | NamedFormat::Dns1035LabelPrefix => 30,
            NamedFormat::Dns1123Subdomain | NamedFormat::Dns1123SubdomainPrefix => 60,
            NamedFormat::QualifiedName => 60,
            NamedFormat::LabelValue => 40,
            NamedFormat::Uri => 1103,
            NamedFormat::Uuid => UUID_PATTERN.len() as u64,
            NamedFormat::Byte => 84,
            NamedFormat::Date | NamedFormat::DateTime => DATE_TIME_PATTERN.len() as u64,
        }
    }

    /// `validate(text)`: why the text does not have the format; `None` if it does.
    #[must_use]
    pub fn validate<'a>(self, text: &str, arena: &'a Arena) -> Option<&'a [&'a str]> {
        let reasons = self.against(text);
        if reasons.is_empty() {
            return None;
        }
        let copied = reasons.into_iter().map(|reason| match reason {
            Cow::Borrowed(reason) => reason,
            Cow::Owned(reason) => &*arena.alloc_str(&reason),
        });
        Some(arena.alloc_slice_fill_iter(copied.collect::<Vec<_>>()))
    }

    /// Whether the text has the format: `!validate(text).hasValue()`.
    #[must_use]
    pub fn is_valid(self, text: &str) -> bool {
        self.against(text).is_empty()
    }

    fn against(self, text: &str) -> Vec<Cow<'static, str>> {
        let bytes = text.as_bytes();
        let has = |check: format::Check, reason: &'static str| {
            if check(bytes) { Vec::new() } else { Vec::from([Cow::Borrowed(reason)]) }
        };
        match self {
            NamedFormat::Dns1123Label => names::against_namespace(bytes),
            NamedFormat::Dns1123Subdomain => names::against_name(bytes),
            NamedFormat::Dns1035Label => names::against_kind(bytes),
            NamedFormat::QualifiedName => names::against_qualified(bytes),
            NamedFormat::Dns1123LabelPrefix => names::against_namespace(&names::masked(bytes)),
            NamedFormat::Dns1123SubdomainPrefix => names::against_name(&names::masked(bytes)),
            NamedFormat::Dns1035LabelPrefix => names::against_kind(&names::masked(bytes)),
            NamedFormat::LabelValue => names::against_label_value(bytes),
            NamedFormat::Uri => match Url::check_request(text) {
                Ok(()) => Vec::new(),
                Err(reason) => Vec::from([Cow::Owned(reason)]),
            },
            NamedFormat::Uuid => has(format::uuid, "does not match the UUID format"),
            NamedFormat::Byte => has(format::byte, "invalid base64"),
            NamedFormat::Date => has(format::date, "invalid date"),
            NamedFormat::DateTime => has(format::datetime, "invalid datetime"),
        }
    }
}

// kube-openapi: pkg/validation/strfmt/{default,time}.go
const UUID_PATTERN: &str = "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$";
const DATE_TIME_PATTERN: &str = "^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$";

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 13] = [
        "dns1123Label",
        "dns1123Subdomain",
        "dns1035Label",
        "qualifiedName",
        "dns1123LabelPrefix",
        "dns1123SubdomainPrefix",
        "dns1035LabelPrefix",
        "labelValue",
        "uri",
        "uuid",
        "byte",
        "date",
        "datetime",
    ];

    fn named(name: &str) -> NamedFormat {
        NamedFormat::named(name).unwrap_or_else(|| panic!("{name}"))
    }

    #[test]
    fn names_are_different_formats() {
        for (at, name) in NAMES.iter().enumerate() {
            for (other, other_name) in NAMES.iter().enumerate() {
                assert_eq!(named(name) == named(other_name), at == other);
            }
        }
        assert_eq!(NamedFormat::named("dns1123subdomain"), None);
    }

    /// Rows of the record: a text that has the format, one that has not, and the start of the reason.
    #[test]
    fn formats_have_reasons() {
        let label = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
            must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for \
            validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
        let arena = Arena::new();
        for (name, valid, invalid, reasons) in [
            ("dns1123Label", "my-label-name", "contains a space", &[label][..]),
            ("dns1123Label", "1", "a.b", &["must not contain dots"]),
            ("dns1123LabelPrefix", "my-label-prefix-", "contains a space-", &[label]),
            ("dns1035LabelPrefix", "my-label-prefix-", "", &["a DNS-1035 label must consist of"]),
            ("dns1035Label", "my-label-name", "1a", &["a DNS-1035 label must consist of"]),
            ("dns1123Subdomain", "apiextensions.k8s.io", "a_b", &["a lowercase RFC 1123 subdomain must"]),
            ("dns1123SubdomainPrefix", "mysubdomain.prefix.-", "-", &["a lowercase RFC 1123 subdomain must"]),
            ("qualifiedName", "apiextensions.k8s.io/v1beta1", "a b", &["name part must consist of"]),
            ("labelValue", "my-cool-label-Value", "no!\n", &["a valid label must be an empty string or"]),
            ("uri", "http://example.com", "no", &["parse \"no\": invalid URI for request"]),
            ("uuid", "123e4567-e89b-12d3-a456-426614174000", "1", &["does not match the UUID format"]),
            ("byte", "aGVsbG8=", "aGVsbG8", &["invalid base64"]),
            ("date", "2021-01-01", "2020-01-32", &["invalid date"]),
            ("datetime", "2021-01-01T00:00:00Z", "2020-01-32T00:00:00Z", &["invalid datetime"]),
        ] {
            assert_eq!(named(name).validate(valid, &arena), None, "{name}");
            let found = named(name).validate(invalid, &arena).unwrap_or_default();
            assert_eq!(found.len(), reasons.len(), "{name}: {found:?}");
            for (found, expected) in found.iter().zip(reasons) {
                assert!(found.starts_with(expected), "{name}: {found}");
            }
            assert!(named(name).is_valid(valid) && !named(name).is_valid(invalid));
        }
        let long = named("dns1123Label").validate("-".repeat(64).leak(), &arena).unwrap_or_default();
        assert_eq!(long, ["must be no more than 63 characters", label]);
    }
}
