//! Rules of ConfigMaps and Secrets.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateConfigMap, ValidateSecret;
// pkg/apis/core/v1/conversion.go (stringData)

use std::borrow::Cow;

use crdc_vocabulary::go::decode_base64;

use super::at::At;
use super::report::Report;
use super::texts::against_data_key;

/// The largest size of all values together, in bytes.
const MOST_BYTES: usize = 1024 * 1024;

/// A ConfigMap.
pub(super) fn config_map(root: &At<'_, '_>, report: &mut Report) {
    let (data, binary) = (root.child("data"), root.child("binaryData"));
    let in_binary = binary.index();
    let mut size = 0;
    for (key, value) in data.entries() {
        report.against(&value.at_key(), key, against_data_key(key));
        if in_binary.contains_key(key) {
            report.bad_text(&value.at_key(), key, "duplicate of key present in binaryData");
        }
        size += value.text().len();
    }
    for (key, value) in binary.entries() {
        report.against(&value.at_key(), key, against_data_key(key));
        size += decoded(value.text());
    }
    if size > MOST_BYTES {
        // The error is of the whole object.
        report.too_long(&root.key(""), MOST_BYTES);
    }
}

/// The number of bytes of a text in base64.
pub(super) fn decoded(text: &str) -> usize {
    decode_base64(text.as_bytes()).map_or(0, |bytes| bytes.len())
}

/// A value that has to be a JSON object.
fn credentials<'n>(data: &At<'_, 'n>, texts: &At<'_, 'n>, key: &'static str, report: &mut Report) {
    let (encoded, text) = (data.key(key), texts.key(key));
    let is_text = text.is_set();
    let (at, bytes) = match is_text {
        true => (text.keyed(data, key), Cow::Borrowed(text.text().as_bytes())),
        false => (encoded, decode_base64(encoded.text().as_bytes()).unwrap_or_default().into()),
    };
    if let Some((reason, help)) = against_json(&bytes) {
        report.bad_text(&at, "<secret contents redacted>", &reason);
        let is_twice = !is_text && decode_base64(&bytes).is_ok_and(|inner| inner.starts_with(b"{"));
        match help {
            _ if is_twice => report
                .help("the value is base64 of base64: decode it once, or write the JSON in `stringData`"),
            Some(help) => report.help(help),
            None => {}
        }
    }
}

/// The reason why Go does not read a text as an object, in Go's words as far as they are known, and help.
/// Easy to break: neither may contain a secret. serde's part of the message names only a line and a column.
// encoding/json: scanner.go, decode.go
fn against_json(bytes: &[u8]) -> Option<(String, Option<String>)> {
    let first = bytes.iter().copied().find(|byte| !b" \t\r\n".contains(byte)).unwrap_or_default();
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(bytes) {
        let is_start = first.is_ascii_digit() || b"{[\"-tfn".contains(&first);
        let is_plain = first.is_ascii_graphic() && !b"'\\".contains(&first);
        if error.is_eof() {
            return Some(("unexpected end of JSON input".to_owned(), None));
        }
        let reason = match is_plain && !is_start {
            true => format!("invalid character '{}' looking for beginning of value", char::from(first)),
            false => String::new(),
        };
        return Some((reason, Some(format!("the value must be a JSON object: {error}"))));
    }
    let kind = match first {
        b'{' | b'n' => return None,
        b'[' => "array",
        b'"' => "string",
        b't' | b'f' => "bool",
        _ => "number",
    };
    Some((format!("json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"), None))
}

/// A Secret. `stringData` is written into `data` before it is validated.
pub(super) fn secret(root: &At<'_, '_>, report: &mut Report) {
    let (data, texts) = (root.child("data"), root.child("stringData"));
    let in_texts = texts.index();
    let mut size = 0;
    for (key, value) in data.entries() {
        report.against(&value.at_key(), key, against_data_key(key));
        if !in_texts.contains_key(key) {
            size += decoded(value.text());
        }
    }
    for (key, value) in texts.entries() {
        let in_data = value.keyed(&data, key);
        report.against(&in_data.at_key(), key, against_data_key(key));
        size += value.text().len();
    }
    if size > MOST_BYTES {
        report.too_long(&data, MOST_BYTES);
    }
    let has = |key: &str| data.entries().chain(texts.entries()).any(|(known, _)| known == key);
    let mut required = |key: &'static str| {
        report.required(&data.key(key), "");
    };
    match root.child("type").text() {
        "kubernetes.io/service-account-token" => {
            let metadata = root.child("metadata");
            let annotations = metadata.child("annotations");
            let name = annotations.key("kubernetes.io/service-account.name");
            if name.text().is_empty() {
                report.required(&name, "");
            }
        }
        "kubernetes.io/dockercfg" if !has(".dockercfg") => required(".dockercfg"),
        "kubernetes.io/dockerconfigjson" if !has(".dockerconfigjson") => required(".dockerconfigjson"),
        "kubernetes.io/dockercfg" => credentials(&data, &texts, ".dockercfg", report),
        "kubernetes.io/dockerconfigjson" => credentials(&data, &texts, ".dockerconfigjson", report),
        "kubernetes.io/basic-auth" if !has("username") && !has("password") => {
            required("username");
            required("password");
        }
        "kubernetes.io/ssh-auth" if !has("ssh-privatekey") => required("ssh-privatekey"),
        "kubernetes.io/tls" => {
            for key in ["tls.crt", "tls.key"] {
                if !has(key) {
                    report.required(&data.key(key), "");
                }
            }
        }
        _ => {}
    }
}
