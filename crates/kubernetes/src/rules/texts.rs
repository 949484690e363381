//! Checks texts other than names: ports, environment variables, keys of data, paths. In: a text. Out: the
//! reasons why it is invalid.
//
// apimachinery: pkg/util/validation/validation.go

use std::borrow::Cow;

use crdc_vocabulary::names::Reasons;

/// The range of ports.
pub(super) const PORTS: &str = "must be between 1 and 65535, inclusive";

pub(super) fn is_port(number: i64) -> bool {
    (1..=65535).contains(&number)
}

/// `IsValidPortName`
pub(super) fn against_port_name(text: &str) -> Reasons {
    let mut reasons = Reasons::new();
    if text.len() > 15 {
        reasons.push("must be no more than 15 characters".into());
    }
    let is_inside = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if text.is_empty() || !text.bytes().all(is_inside) {
        reasons.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".into());
    }
    if !text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        reasons.push("must contain at least one letter (a-z)".into());
    }
    if text.contains("--") {
        reasons.push("must not contain consecutive hyphens".into());
    }
    if text.starts_with('-') || text.ends_with('-') {
        reasons.push("must not begin or end with a hyphen".into());
    }
    reasons
}

fn against_parent(text: &str, reasons: &mut Reasons) {
    let reason = match text {
        "." => "must not be '.'",
        ".." => "must not be '..'",
        text if text.starts_with("..") => "must not start with '..'",
        _ => return,
    };
    reasons.push(reason.into());
}

/// `IsConfigMapKey`
pub(super) fn against_data_key(text: &str) -> Reasons {
    let mut reasons = Reasons::new();
    if text.len() > 253 {
        reasons.push("must be no more than 253 characters".into());
    }
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if text.is_empty() || !text.bytes().all(is_inside) {
        reasons.push(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  \
             or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
                .into(),
        );
    }
    against_parent(text, &mut reasons);
    reasons
}

/// The name of an environment variable: nearly any text since 1.32.
// kube_features.go RelaxedEnvironmentVariableValidation
pub(super) fn against_variable(text: &str, version: u8) -> Reasons {
    let mut reasons = Reasons::new();
    if version >= 32 {
        if text.is_empty() {
            reasons.push("environment variable name must be non-empty".into());
        }
        if !text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=') {
            reasons.push(
                "a valid environment variable name must consist only of printable ASCII characters other than '='".into(),
            );
        }
        return reasons;
    }
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let starts = text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if !starts || !text.bytes().all(is_inside) {
        reasons.push(
            "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must \
             not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation \
             is '[-._a-zA-Z][-._a-zA-Z0-9]*')"
                .into(),
        );
    }
    against_parent(text, &mut reasons);
    reasons
}

/// `IsHTTPHeaderName`
pub(super) fn against_header(text: &str) -> Option<&'static str> {
    let is_good = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (!is_good).then_some(
        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is \
         '[-A-Za-z0-9]+')",
    )
}

/// `IsWildcardDNS1123Subdomain`
pub(super) fn against_wildcard(text: &str) -> Reasons {
    let mut reasons = Reasons::new();
    if text.len() > 253 {
        reasons.push("must be no more than 253 characters".into());
    }
    // The length of the rest has no reason of its own.
    let has_form = |rest: &str| crdc_vocabulary::names::is_subdomain_of_any_length(rest.as_bytes());
    if !text.strip_prefix("*.").is_some_and(has_form) {
        let reason = "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of \
             lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used \
             for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
        reasons.push(Cow::Borrowed(reason));
    }
    reasons
}

/// The reason why a path leaves its directory.
pub(super) fn against_backsteps(path: &str) -> Option<&'static str> {
    path.split('/').any(|part| part == "..").then_some("must not contain '..'")
}

/// The reasons why a path is not one below a directory whose names are not reserved.
// ValidateLocalNonReservedPath
pub(super) fn against_reserved(path: &str) -> Vec<&'static str> {
    let mut all = against_descending(path);
    if path.starts_with("..") && !path.starts_with("../") {
        all.push("must not start with '..'");
    }
    all
}

/// The reasons why a path is not one below a directory.
pub(super) fn against_descending(path: &str) -> Vec<&'static str> {
    let absolute = path.starts_with('/').then_some("must be a relative path");
    absolute.into_iter().chain(against_backsteps(path)).collect()
}
