//! Finds the server's error (400) for a body that cannot be decoded. In: bytes. Out: the server's message.
//! Easy to break: the order. The server reads `apiVersion` and `kind` first, separately and
//! case-insensitively, then the whole body, then the metadata, and compares versions last.
// apiserver: pkg/endpoints/handlers/{create,update,rest}.go;
// apimachinery: pkg/runtime/serializer/json/json.go;
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go

mod embedded;
mod typemeta;
mod undecodable;

use alloc::{format, string::String};

use crate::metadata::{self, Malformed, Mode, coerce};
use crdc_object::json::go::{lossy, read_members, syntax_error, tree::Tree};
use crdc_vocabulary::messages::cannot_be_handled;
pub(crate) use embedded::embedded;
use typemeta::GroupVersion;
pub(crate) use undecodable::BadRequest;
pub use undecodable::{DecodeStage, Undecodable};

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
    /// 400.
    Refused(BadRequest),
    /// The version matches but the kind does not: the object is processed unchanged, without pruning,
    /// defaulting or coercion of embedded resources, and validation rejects its kind.
    OtherKind,
    /// No reason to refuse was found. Embedded resources must still be coerced.
    Nothing,
}

/// The error with code 400 that the server returns for `text`, except for errors of embedded resources.
pub(crate) fn decode(text: &[u8], expected: &Expected<'_>) -> Refusal {
    inspect(text, expected).unwrap_or_else(Refusal::Refused)
}

fn inspect(text: &[u8], expected: &Expected<'_>) -> Result<Refusal, BadRequest> {
    let of_type_meta = |error: &str| BadRequest {
        message: unrecognized(expected.kind, error),
        undecodable: Some(Undecodable::new(DecodeStage::TypeMeta, error)),
    };
    let unreadable =
        |error: String| of_type_meta(&format!("couldn't get version/kind; json parse error: {error}"));
    if let Some(error) = syntax_error(text) {
        return Err(unreadable(error));
    }
    let (body, out_of_range) = read_members(text);
    let found = typemeta::interpret(&body).map_err(unreadable)?;
    let group_version = GroupVersion::parse(found.api_version).map_err(|error| of_type_meta(&error))?;

    // Until the body is decoded the server fills in the expected values.
    let kind = if found.kind.is_empty() { expected.kind } else { found.kind };
    let version = group_version.or_expected(expected.group, expected.version);
    let of_object = |kind: &str, version: &str, error: &str, path: Option<String>| BadRequest {
        message: cannot_be_handled(kind, version, expected.kind, error),
        undecodable: Some(Undecodable { path, ..Undecodable::new(DecodeStage::Object, error) }),
    };
    if let Some(error) = out_of_range {
        return Err(of_object(kind, version, &error, None));
    }

    let Some((kind, group_version)) = typemeta::of_decoded(&body) else {
        // The decoder of `Ignore` gets the value without surrounding white space.
        let shown = if expected.strict { text } else { text.trim_ascii() };
        let error = format!("Object 'Kind' is missing in '{}'", lossy(shown));
        return Err(match expected.strict {
            true => of_type_meta(&error),
            false => of_object(kind, version, &error, None),
        });
    };
    let refused = |error: &str, path: String| of_object(kind, group_version.version, error, Some(path));
    if matches!(body.get("apiVersion"), Some(Tree::Null)) {
        let error = ".apiVersion accessor error: <nil> is of the type <nil>, expected string";
        return Err(refused(error, "apiVersion".into()));
    }
    if let Some(metadata) = body.get("metadata") {
        // The server also encodes it again to decode it into its type.
        coerce(metadata.to_text().as_bytes(), Mode::Refuse)
            .map_err(|Malformed { error, path }| refused(&error, metadata::below("metadata", &path)))?;
    }
    if group_version.group != expected.group || group_version.version != expected.version {
        let error = format!(
            "the API version in the data ({group_version}) does not match the expected API version ({}/{})",
            expected.group, expected.version,
        );
        let undecodable = Undecodable::new(DecodeStage::ApiVersion, error.as_str());
        return Err(BadRequest { message: error, undecodable: Some(undecodable) });
    }
    Ok(if kind == expected.kind { Refusal::Nothing } else { Refusal::OtherKind })
}

/// The message for a body of unknown kind. (An apiserver's HTTP handler appends the first bytes of the body
/// in brackets; that belongs to the transport and is left out.)
fn unrecognized(expected_kind: &str, error: &str) -> String {
    format!("the object provided is unrecognized (must be of type {expected_kind}): {error}")
}

#[cfg(test)]
mod tests;
