//! The 400 for a body that cannot be decoded. In: bytes. Out: the server's message. Easy to break: the order.
//! The server reads `apiVersion` and `kind` first, separately and case-insensitively, then the whole body,
//! then the metadata, and compares versions last.
// apiserver: pkg/endpoints/handlers/{create,update,rest}.go;
// apimachinery: pkg/runtime/serializer/json/json.go;
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go

mod embedded;
mod typemeta;

use alloc::{format, string::String};

use crate::metadata::{Mode, coerce};
use crdc_object::json::go::{lossy, quote, read_members, syntax_error, tree::Tree};
pub(crate) use embedded::embedded;
use typemeta::GroupVersion;

/// The resource that the endpoint serves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected<'a> {
    pub(crate) group: &'a str,
    pub(crate) version: &'a str,
    pub(crate) kind: &'a str,
    /// Whether unknown and duplicate fields are detected: true except for `Ignore`. The decoder of `Ignore`
    /// has another message for a missing kind.
    pub(crate) strict: bool,
}

/// The result of checking the type meta, the numbers and the metadata of a body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// 400 with this message.
    Refused(String),
    /// The version matches but the kind does not: the object is processed unchanged, without pruning,
    /// defaulting or coercion of embedded resources, and validation rejects its kind.
    OtherKind,
    /// Nothing was found. Embedded resources must still be coerced.
    Nothing,
}

/// The 400 that the server answers to `text`, unless it is for an embedded resource.
pub(crate) fn decode(text: &[u8], expected: &Expected<'_>) -> Refusal {
    match inspect(text, expected) {
        Ok(refusal) => refusal,
        Err(message) => Refusal::Refused(message),
    }
}

fn inspect(text: &[u8], expected: &Expected<'_>) -> Result<Refusal, String> {
    let unreadable = |error: String| {
        unrecognized(expected.kind, &format!("couldn't get version/kind; json parse error: {error}"))
    };
    if let Some(error) = syntax_error(text) {
        return Err(unreadable(error));
    }
    let (body, out_of_range) = read_members(text);
    let found = typemeta::interpret(&body).map_err(unreadable)?;
    let group_version =
        GroupVersion::parse(found.api_version).map_err(|error| unrecognized(expected.kind, &error))?;

    // Until the body is decoded the server fills in the expected values.
    let kind = if found.kind.is_empty() { expected.kind } else { found.kind };
    let version = group_version.or_expected(expected.group, expected.version);
    if let Some(error) = out_of_range {
        return Err(cannot_be_handled(kind, version, expected.kind, &error));
    }

    let Some((kind, group_version)) = typemeta::of_decoded(&body) else {
        // The decoder of `Ignore` gets the value without surrounding white space.
        let shown = if expected.strict { text } else { text.trim_ascii() };
        let error = format!("Object 'Kind' is missing in '{}'", lossy(shown));
        return Err(if expected.strict {
            unrecognized(expected.kind, &error)
        } else {
            cannot_be_handled(kind, version, expected.kind, &error)
        });
    };
    let refused = |error: &str| cannot_be_handled(kind, group_version.version, expected.kind, error);
    if matches!(body.get("apiVersion"), Some(Tree::Null)) {
        return Err(refused(".apiVersion accessor error: <nil> is of the type <nil>, expected string"));
    }
    if let Some(metadata) = body.get("metadata") {
        // The server also encodes it again to decode it into its type.
        coerce(metadata.to_text().as_bytes(), Mode::Refuse).map_err(|error| refused(&error))?;
    }
    if group_version.group != expected.group || group_version.version != expected.version {
        return Err(format!(
            "the API version in the data ({group_version}) does not match the expected API version ({}/{})",
            expected.group, expected.version,
        ));
    }
    Ok(if kind == expected.kind { Refusal::Nothing } else { Refusal::OtherKind })
}

/// The message for an object whose kind is known: `kind` and `version` are those of the body.
// apiserver: pkg/endpoints/handlers/rest.go, transformDecodeError
pub(crate) fn cannot_be_handled(kind: &str, version: &str, expected_kind: &str, error: &str) -> String {
    format!("{kind} in version {} cannot be handled as a {expected_kind}: {error}", quote(version))
}

/// The message for a body of unknown kind. (An apiserver's HTTP handler appends the first bytes of the body
/// in brackets; that belongs to the transport and is left out.)
fn unrecognized(expected_kind: &str, error: &str) -> String {
    format!("the object provided is unrecognized (must be of type {expected_kind}): {error}")
}

#[cfg(test)]
mod tests;
