//! Checks names of metadata, with the server's own regular expressions. Each check returns the messages of
//! what is wrong, and its doc names the server's function.
//
// apimachinery: pkg/util/validation/validation.go, pkg/api/validate/content

use crate::expressions::compiled_for_bytes;

const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const LETTER_FIRST: &str = "[a-z]([-a-z0-9]*[a-z0-9])?";
const KEY: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const VALUE: &str = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

/// Whether the whole text matches.
fn matches(expression: &str, text: &[u8]) -> bool {
    compiled_for_bytes(&format!("^(?:{expression})$")).is_some_and(|regex| regex.is_match(text))
}

/// A message that shows a regular expression and examples: `RegexError`.
fn error(message: &str, expression: &str, examples: &[&str]) -> String {
    let examples: Vec<String> = examples.iter().map(|example| format!("'{example}', ")).collect();
    format!("{message} (e.g. {}regex used for validation is '{expression}')", examples.join(" or "))
}

/// The messages of a text that is not a DNS subdomain. `unit` is the unit of its length in them.
fn subdomain(text: &[u8], unit: &str) -> Vec<String> {
    let mut errors = vec![];
    if text.len() > 253 {
        errors.push(format!("must be no more than 253 {unit}"));
    }
    if !matches(SUBDOMAIN, text) {
        let message = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or \
                       '.', and must start and end with an alphanumeric character";
        errors.push(error(message, SUBDOMAIN, &["example.com"]));
    }
    errors
}

/// `NameIsDNSSubdomain`.
pub(super) fn name(text: &[u8], prefix: bool) -> Vec<String> {
    if prefix && text.len() > 1 && text.ends_with(b"-") {
        let mut masked = text[..text.len() - 2].to_vec();
        masked.push(b'a');
        return subdomain(&masked, "characters");
    }
    subdomain(text, "characters")
}

/// `validatePathSegment`.
pub(super) fn segment(text: &[u8], prefix: bool) -> Vec<String> {
    if !prefix && (text == b"." || text == b"..") {
        return vec![format!("may not be '{}'", String::from_utf8_lossy(text))];
    }
    let found = ['/', '%'].into_iter().filter(|sign| text.contains(&(*sign as u8)));
    found.map(|sign| format!("may not contain '{sign}'")).collect()
}

/// `ValidateNamespaceName`.
pub(super) fn namespace(text: &[u8]) -> Vec<String> {
    let mut errors = vec![];
    if text.len() > 63 {
        errors.push("must be no more than 63 characters".to_owned());
    }
    if matches(LABEL, text) {
        return errors;
    }
    errors.push(if matches(SUBDOMAIN, text) {
        "must not contain dots".to_owned()
    } else {
        let message = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and \
                       must start and end with an alphanumeric character";
        error(message, LABEL, &["my-name", "123-abc"])
    });
    errors
}

/// `IsDNS1035Label`.
pub(super) fn letter_first(text: &str) -> Vec<String> {
    let mut errors = vec![];
    if text.len() > 63 {
        errors.push("must be no more than 63 characters".to_owned());
    }
    if !matches(LETTER_FIRST, text.as_bytes()) {
        let message = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
                       alphabetic character, and end with an alphanumeric character";
        errors.push(error(message, LETTER_FIRST, &["my-name", "abc-123"]));
    }
    errors
}

const KEY_MESSAGE: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with \
                           an alphanumeric character";

/// `IsQualifiedName`.
pub(super) fn qualified(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split('/').collect();
    let key_error = || error(KEY_MESSAGE, KEY, &["MyName", "my.name", "123-abc"]);
    let mut errors = vec![];
    let name = match parts.as_slice() {
        [name] => name,
        ["", name] => {
            errors.push("prefix part must be non-empty".to_owned());
            name
        }
        [prefix, name] => {
            let wrong = subdomain(prefix.as_bytes(), "bytes");
            errors.extend(wrong.iter().map(|error| format!("prefix part {error}")));
            name
        }
        _ => {
            return vec![format!(
                "a valid label key {} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
                key_error()
            )];
        }
    };
    match name.len() {
        0 => errors.push("name part must be non-empty".to_owned()),
        64.. => errors.push("name part must be no more than 63 bytes".to_owned()),
        _ => {}
    }
    if !matches(KEY, name.as_bytes()) {
        errors.push(format!("name part {}", key_error()));
    }
    errors
}

/// `IsValidLabelValue`.
pub(super) fn label_value(text: &str) -> Vec<String> {
    let mut errors = vec![];
    if text.len() > 63 {
        errors.push("must be no more than 63 bytes".to_owned());
    }
    if !matches(VALUE, text.as_bytes()) {
        let message = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or \
                       '.', and must start and end with an alphanumeric character";
        errors.push(error(message, VALUE, &["MyValue", "my_value", "12345"]));
    }
    errors
}
