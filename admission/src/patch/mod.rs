//! Patches: JSON Patch (RFC 6902) and merge patch (RFC 7396), applied by the crate json-patch.
//!
//! In: the body of a request, and the stored object. Out: the patched object, or the server's refusal.
// apiserver: endpoints/handlers/patch.go

mod json;

use json_patch::PatchOperation;
use serde_json::Value;

use crdc::Status;

use crate::{Object, Refusal};

/// The body of a patch request, by its media type.
#[derive(Clone, Copy, Debug)]
pub enum Patch<'a> {
    /// `application/json-patch+json`
    Json(&'a [u8]),
    /// `application/merge-patch+json`
    Merge(&'a [u8]),
    /// `application/apply-patch+yaml`. It is refused: server-side apply needs the managed fields of all managers.
    Apply(&'a [u8]),
}

impl<'a> Patch<'a> {
    /// The patch of a request with this `Content-Type`.
    ///
    /// # Errors
    ///
    /// 415 for other media types, among them strategic merge patches, which custom resources do not have.
    pub fn of_content_type(content_type: &str, body: &'a [u8]) -> Result<Self, Refusal> {
        match content_type.split(';').next().unwrap_or_default().trim() {
            "application/json-patch+json" => Ok(Patch::Json(body)),
            "application/merge-patch+json" => Ok(Patch::Merge(body)),
            "application/apply-patch+yaml" => Ok(Patch::Apply(body)),
            _ => Err(unsupported(
                "the body of the request was in an unknown format - accepted media types include: \
                 application/json-patch+json, application/merge-patch+json",
            )),
        }
    }

    /// Reads the patch.
    pub(crate) fn parse(self) -> Result<Parsed, Refusal> {
        let undecodable =
            |error: serde_json::Error| Refusal::bad_request(format!("error decoding patch: {error}"));
        match self {
            Patch::Json(body) => json::parse(body).map(Parsed::Json),
            Patch::Merge(body) => {
                let patch: Value = serde_json::from_slice(body).map_err(undecodable)?;
                if patch.is_object() {
                    Ok(Parsed::Merge(patch))
                } else {
                    Err(Refusal::bad_request("Invalid JSON Patch"))
                }
            }
            Patch::Apply(_) => Err(unsupported(
                "server-side apply is not supported: it needs the managed fields of all managers; send \
                 application/merge-patch+json or application/json-patch+json",
            )),
        }
    }
}

fn unsupported(message: &str) -> Refusal {
    Status::new(415, "UnsupportedMediaType", message).into()
}

/// A patch that was read.
#[derive(Debug)]
pub(crate) enum Parsed {
    Json(Vec<PatchOperation>),
    Merge(Value),
}

impl Parsed {
    /// The patched object. Members are in alphabetical order.
    pub(crate) fn apply(&self, object: &[u8]) -> Result<Vec<u8>, Refusal> {
        // serde_json reads 127 levels; crdc stores objects with more.
        let mut document: Value = Object::of(object)
            .parse()
            .map_err(|error| Refusal::bad_request(format!("the stored object cannot be patched: {error}")))?;
        match self {
            Parsed::Json(operations) => json::apply(operations, &mut document)?,
            Parsed::Merge(patch) => json_patch::merge(&mut document, patch),
        }
        serde_json::to_vec(&document).map_err(Refusal::internal)
    }

    /// Whether the patch says which version of the object it is for.
    pub(crate) fn has_version(&self) -> bool {
        match self {
            Parsed::Json(operations) => operations.iter().any(|operation| {
                let path = operation.path().as_str();
                ["", "/metadata", "/metadata/resourceVersion"].contains(&path)
            }),
            Parsed::Merge(patch) => patch.pointer("/metadata/resourceVersion").is_some(),
        }
    }
}
