//! Checks names of devices, their attributes, pools and counters.
//
// kubernetes: pkg/apis/resource/validation/validation.go

use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::volumes;

const DOMAIN: usize = 63;
const ID: usize = 32;
const POOL: usize = 253;

/// An RFC 1123 label.
pub(super) fn label(at: &At<'_, '_>, report: &mut Report) {
    report.against(at, at.text(), names::against_namespace(at.text().as_bytes()));
}

/// A key of a label.
// metav1validation.ValidateLabelName
pub(super) fn key(at: &At<'_, '_>, report: &mut Report) {
    super::selector::label_name(at, report);
}

/// The value of a label.
pub(super) fn value(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    report.against(at, text, names::against_label_value_of(report.minor(), text.as_bytes()));
}

/// The name of a pool: subdomains with slashes between them.
// validatePoolName
pub(super) fn pool(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    if text.is_empty() {
        return report.required(at, "");
    }
    if text.len() > POOL {
        report.too_long(at, POOL);
    }
    for part in text.split('/') {
        report.against(at, part, names::against_name(part.as_bytes()));
    }
}

/// The name of an attribute or a capacity, with or without a domain. `text` is the name, and `at` where its
/// errors are.
// validateQualifiedName
pub(super) fn qualified(at: &At<'_, '_>, text: &str, report: &mut Report) {
    let mut parts = text.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(id), None, _) => identifier(at, id, report),
        (Some(domain), Some(id), None) => {
            match domain {
                "" => report.bad_text(at, "", "the domain must not be empty"),
                _ => volumes::driver_named(at, domain, report),
            }
            match id {
                "" => report.bad_text(at, "", "the name must not be empty"),
                _ => identifier(at, id, report),
            }
        }
        // The server accepts more slashes.
        _ => {}
    }
}

/// The name of an attribute with a domain.
// validateFullyQualifiedName
pub(super) fn fully_qualified(at: &At<'_, '_>, report: &mut Report) {
    qualified(at, at.text(), report);
    if !at.text().contains('/') {
        let detail = "a fully qualified name must be a domain and a name separated by a slash";
        report.bad_text(at, at.text(), detail);
    }
}

// validateCIdentifier
fn identifier(at: &At<'_, '_>, text: &str, report: &mut Report) {
    if text.len() > ID {
        report.too_long(at, ID);
    }
    let is_letter = |byte: u8| byte == b'_' || byte.is_ascii_alphabetic();
    let is_good = text.bytes().next().is_some_and(is_letter)
        && text.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit());
    if !is_good {
        let detail = "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' \
             (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
        report.bad_text(at, text, detail);
    }
}

/// A key of a map as paths show it: long ones are cut in the middle.
// truncateIfTooLong
pub(super) fn shortened(key: &str) -> String {
    let most = DOMAIN + 1 + ID;
    if key.len() <= most {
        return key.to_owned();
    }
    let rest = most - 3;
    let (head, tail) = (rest.div_ceil(2), key.len() - rest / 2);
    let bytes = key.as_bytes();
    let part = |range: std::ops::Range<usize>| {
        String::from_utf8_lossy(bytes.get(range).unwrap_or_default()).into_owned()
    };
    format!("{}...{}", part(0..head), part(tail..bytes.len()))
}
