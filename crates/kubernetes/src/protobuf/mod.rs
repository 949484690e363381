//! Converts objects in Kubernetes' protobuf. In: a body and the kind that it is expected to have. Out: the
//! JSON that Go writes for the same object.
//!
//! Go's generated code decodes into structs, so a zero is omitted unless its field is a pointer, which
//! `go_fields` knows. The types of fields come from the definitions. Unknown fields are dropped without a
//! warning, also by servers with strict field validation.
//!
//! Easy to break: a message may come in parts, which are merged. No input of a client may cause a panic,
//! unlimited nesting, or more than linear time. The wire format is parsed here (`wire`), since errors must be
//! those of Go's generated code, which no library has.
// apimachinery: pkg/runtime/serializer/protobuf/protobuf.go

mod message;
mod numbers;
mod special;
#[cfg(test)]
mod tests;
mod wire;

use std::fmt;

use serde_json::{Map, Value};

use crate::definition::{Definition, GroupVersionKind, group_and_version};
use crate::kinds::Kinds;
use message::Decoder;
use special::{Scalar, fields, text};
use wire::{Malformed, Wire};

/// The prefix of a body.
const PREFIX: &[u8; 4] = b"k8s\0";

/// Options of a deletion, which are no kind of a resource.
const DELETE_OPTIONS: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";

/// The error of decoding a body.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProtobufError {
    /// The error message of the server.
    pub message: String,
    /// The kind of the object, unless the body ends before it.
    pub kind: Option<GroupVersionKind>,
}

impl fmt::Display for ProtobufError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ProtobufError {}

/// The JSON of an object in protobuf. `default` is used for what its `TypeMeta` omits. For an unknown kind,
/// the JSON contains only `apiVersion` and `kind`.
///
/// # Errors
/// The body is no object in protobuf, or fields have wrong types. The error is the server's message.
///
/// ```
/// use crdc_kubernetes::{GroupVersionKind, Kinds, archive::Archive, protobuf_to_json};
///
/// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
/// let namespace = GroupVersionKind::new("", "v1", "Namespace");
/// let body = b"k8s\0\x0a\x0f\x0a\x02v1\x12\x09Namespace\x12\x05\x0a\x03\x0a\x01x";
/// let json = protobuf_to_json(&kinds, body, &namespace).unwrap();
/// assert_eq!(json, br#"{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"x"}}"#);
/// let error = protobuf_to_json(&kinds, b"{}", &namespace).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]"
/// );
/// ```
pub fn protobuf_to_json(
    kinds: &Kinds,
    body: &[u8],
    default: &GroupVersionKind,
) -> Result<Vec<u8>, ProtobufError> {
    let unread = |message: String| ProtobufError { message, kind: None };
    if body.is_empty() {
        return Err(unread("empty data".to_owned()));
    }
    let message = body.strip_prefix(PREFIX).ok_or_else(|| {
        unread(format!(
            "provided data does not appear to be a protobuf message, expected prefix [{}]",
            shown(PREFIX)
        ))
    })?;
    if message.is_empty() {
        return Err(unread("empty body".to_owned()));
    }
    let (kind, raw) = unknown(message, default).map_err(|error| unread(error.0))?;
    let mut object = Map::new();
    if let Some(definition) = definition_of(kinds, &kind) {
        let failed = |error: Malformed| ProtobufError { message: error.0, kind: Some(kind.clone()) };
        Decoder::new(kinds).message(definition, raw, &mut object).map_err(failed)?;
    }
    object.insert("apiVersion".to_owned(), kind.api_version().into());
    object.insert("kind".to_owned(), kind.kind.into());
    Ok(Value::Object(object).to_string().into_bytes())
}

/// Bytes as Go prints them.
fn shown(bytes: &[u8]) -> String {
    bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

fn definition_of<'k>(kinds: &'k Kinds, kind: &GroupVersionKind) -> Option<&'k Definition> {
    let found = kinds.find(&kind.api_version(), &kind.kind);
    found.or_else(|| kinds.named(DELETE_OPTIONS).filter(|options| options.go_name() == kind.kind))
}

/// The kind in a `runtime.Unknown`, and the bytes of the object.
fn unknown<'b>(
    message: &'b [u8],
    default: &GroupVersionKind,
) -> Result<(GroupVersionKind, &'b [u8]), Malformed> {
    let known = [
        ("TypeMeta", Wire::Bytes),
        ("Raw", Wire::Bytes),
        ("ContentEncoding", Wire::Bytes),
        ("ContentType", Wire::Bytes),
    ];
    let (mut api_version, mut kind, mut raw) = (String::new(), String::new(), &[][..]);
    fields(message, "Unknown", &known, |index, found| {
        match (index, found) {
            (0, Scalar::Bytes(bytes)) => {
                let known = [("APIVersion", Wire::Bytes), ("Kind", Wire::Bytes)];
                return fields(bytes, "TypeMeta", &known, |index, found| {
                    if let Scalar::Bytes(word) = found {
                        *(if index == 0 { &mut api_version } else { &mut kind }) = text(word);
                    }
                    Ok(())
                });
            }
            (1, Scalar::Bytes(bytes)) => raw = bytes,
            _ => {}
        }
        Ok(())
    })?;
    // An invalid API version counts as absent. // apimachinery: pkg/runtime/schema/group_version.go
    // ParseGroupVersion
    let (group, version) = match api_version.matches('/').count() {
        0 | 1 => group_and_version(&api_version),
        _ => ("", ""),
    };
    let (group, version) =
        if version.is_empty() { (&*default.group, &*default.version) } else { (group, version) };
    let kind = if kind.is_empty() { &default.kind } else { &kind };
    Ok((GroupVersionKind::new(group, version, kind), raw))
}
