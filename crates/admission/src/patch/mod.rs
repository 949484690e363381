//! Patches: JSON Patch (RFC 6902) and merge patch (RFC 7396), as the server's library reads both.
//!
//! In: the body of a request, and the stored object. Out: the patched object, or the server's refusal.
// apiserver: endpoints/handlers/patch.go, with evanphx/json-patch v4.13.0

mod apply;
mod limits;
mod merge;
mod node;
mod operation;
mod strict;
#[cfg(test)]
mod tests;

use crdc::{FieldValidation, Status};
use crdc_object::json::go::syntax_error;
use serde_json::value::RawValue;

use crate::response::refusal::Refusal;
use limits::Work;
use node::Node;
use operation::{Operation, go_kind};

/// The body of a patch request, by its media type.
#[derive(Clone, Copy, Debug)]
pub enum Patch<'a> {
    /// `application/json-patch+json`
    Json(&'a [u8]),
    /// `application/merge-patch+json`
    Merge(&'a [u8]),
    /// `application/apply-patch+yaml`. It is refused: server-side apply needs the managed fields of all
    /// managers.
    Apply(&'a [u8]),
}

impl<'a> Patch<'a> {
    /// The patch of a request with this `Content-Type`.
    ///
    /// # Errors
    ///
    /// 415 for other media types, among them strategic merge patches, which custom resources do not have.
    // apiextensions-apiserver: pkg/apiserver/customresource_handler.go serveResource
    pub fn of_content_type(content_type: &str, body: &'a [u8]) -> Result<Self, Refusal> {
        let media_type = match content_type.find(';') {
            None | Some(0) => content_type,
            Some(end) => content_type.get(..end).unwrap_or_default(),
        };
        match media_type {
            "application/json-patch+json" => Ok(Patch::Json(body)),
            "application/merge-patch+json" => Ok(Patch::Merge(body)),
            "application/apply-patch+yaml" => Ok(Patch::Apply(body)),
            _ => Err(unsupported(
                "the body of the request was in an unknown format - accepted media types include: \
                 application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml",
            )),
        }
    }

    /// The patched object. Members that were patched are in alphabetical order.
    ///
    /// # Errors
    ///
    /// The server's refusal of a patch that cannot be read or does not fit the object.
    pub fn applied(self, object: &[u8]) -> Result<Vec<u8>, Refusal> {
        self.parse(FieldValidation::Ignore)?.apply(object)
    }

    /// Checks that a server can read the body, without an object.
    ///
    /// ```
    /// use crdc_admission::Patch;
    ///
    /// assert!(Patch::Json(br#"[{"op": "remove", "path": "/a"}]"#).check().is_ok());
    /// assert!(Patch::Json(br#"[{"op": "remove", "path": 3}]"#).check().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The server's refusal of a body that it cannot read.
    pub fn check(self) -> Result<(), Refusal> {
        self.parse(FieldValidation::Strict).map(drop)
    }

    /// The errors of strict field validation about its body.
    pub(crate) fn strict_errors(self) -> Vec<String> {
        match self {
            Patch::Json(body) => strict::of_operations(body),
            Patch::Merge(body) => strict::of_merge(body),
            Patch::Apply(_) => Vec::new(),
        }
    }

    /// Reads the patch.
    pub(crate) fn parse(self, field_validation: FieldValidation) -> Result<Parsed, Refusal> {
        match self {
            Patch::Json(body) => operation::parse(body, field_validation).map(Parsed::Json),
            Patch::Merge(body) => merge_patch(body, field_validation).map(Parsed::Merge),
            Patch::Apply(_) => Err(unsupported(
                "server-side apply is not supported: it needs the managed fields of all managers; send \
                 application/merge-patch+json or application/json-patch+json",
            )),
        }
    }
}

/// Reads a merge patch.
fn merge_patch(body: &[u8], field_validation: FieldValidation) -> Result<Node, Refusal> {
    let invalid = || Refusal::bad_request("Invalid JSON Patch");
    let is_ignored = field_validation == FieldValidation::Ignore;
    let read: &RawValue = serde_json::from_slice(body).map_err(|error| {
        let why = syntax_error(body).unwrap_or_else(|| error.to_string());
        if is_ignored { invalid() } else { Refusal::bad_request(format!("error decoding patch: {why}")) }
    })?;
    match (go_kind(read), is_ignored) {
        _ if read.get() == "null" => Err(invalid()),
        ("object", _) | ("array", true) => Ok(Node::of(read.get(), false)),
        (_, true) => Err(invalid()),
        (kind, false) => Err(Refusal::bad_request(format!(
            "error decoding patch: json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
        ))),
    }
}

fn unsupported(message: &str) -> Refusal {
    Status::new(415, "UnsupportedMediaType", message).into()
}

/// A patch that was read.
#[derive(Debug)]
pub(crate) enum Parsed {
    Json(Vec<Operation>),
    Merge(Node),
}

impl Parsed {
    /// The patched object. Members that were patched are in alphabetical order.
    pub(crate) fn apply(&self, object: &[u8]) -> Result<Vec<u8>, Refusal> {
        let text = std::str::from_utf8(object).map_err(Refusal::internal)?;
        let mut document = Node::of(text, true);
        match self {
            Parsed::Json(operations) => apply::apply(operations, &mut document)?,
            Parsed::Merge(patch) => merge::merge(&mut document, patch.clone())?,
        }
        Ok(document.to_text().into_bytes())
    }

    /// Whether the patch contains the resource version of the object that it is for.
    pub(crate) fn has_version(&self) -> bool {
        match self {
            Parsed::Json(operations) => operations.iter().any(|operation| {
                let path = operation.path.as_deref().unwrap_or_default();
                ["", "/metadata", "/metadata/resourceVersion"].contains(&path)
            }),
            Parsed::Merge(patch) => {
                let found = apply::find(&mut patch.clone(), "/metadata/resourceVersion", &mut Work::default())
                    .map(|found| matches!(found, Some((Node::Object(members), key)) if members.contains_key(key.as_str())));
                found.unwrap_or_default()
            }
        }
    }
}
