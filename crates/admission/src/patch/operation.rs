//! Parses the operations of a JSON Patch. In: the body of a request. Out: operations, or the server's
//! refusal.
//!
//! Easy to break: an operation with a missing or misspelt member is an operation that cannot be applied
//! (422), and not a body that cannot be read (400). A member of another type makes the body unreadable,
//! unless field validation is `Ignore`: for the other two levels, the server decodes the body once more.
// apiserver: endpoints/handlers/patch.go applyJSPatch; evanphx/json-patch v4.13.0: patch.go DecodePatch

use std::collections::BTreeMap;

use crdc::FieldValidation;
use serde_json::value::RawValue;

use super::limits::{MOST_OPERATIONS, too_large};
use super::node::Node;
use crate::response::refusal::Refusal;

/// An operation of a JSON Patch.
#[derive(Debug)]
pub(crate) struct Operation {
    /// The name, or `unknown`.
    pub(super) kind: String,
    pub(super) path: Option<String>,
    pub(super) from: Option<String>,
    /// The value; `None` if there is no value, which is not the same as null.
    pub(super) value: Option<Node>,
}

/// Reads the operations.
pub(super) fn parse(body: &[u8], field_validation: FieldValidation) -> Result<Vec<Operation>, Refusal> {
    let (prefix, list, one) = match field_validation {
        FieldValidation::Ignore => ("", "jsonpatch.Patch", "jsonpatch.Operation"),
        _ => ("error decoding patch: ", "[]handlers.jsonPatchOp", "handlers.jsonPatchOp"),
    };
    let refused = |why: String| Refusal::bad_request(format!("{prefix}{why}"));
    let unexpected = |value: &RawValue, wanted: &str| {
        refused(format!("json: cannot unmarshal {} into Go {wanted}", go_kind(value)))
    };
    let body: &RawValue = serde_json::from_slice(body).map_err(|error| refused(error.to_string()))?;
    let items: Option<Vec<&RawValue>> =
        serde_json::from_str(body.get()).map_err(|_| unexpected(body, &format!("value of type {list}")))?;
    let items = items.unwrap_or_default();
    let mut operations = Vec::with_capacity(items.len().min(MOST_OPERATIONS));
    for item in &items {
        let members: Option<BTreeMap<Box<str>, &RawValue>> = serde_json::from_str(item.get())
            .map_err(|_| unexpected(item, &format!("value of type {one}")))?;
        let members = members.unwrap_or_default();
        let text = |name: &str| match members.get(name).filter(|value| value.get() != "null") {
            None => Ok(None),
            Some(value) => match serde_json::from_str::<String>(value.get()) {
                Ok(text) => Ok(Some(text)),
                Err(_) if field_validation == FieldValidation::Ignore => Ok(None),
                Err(_) => Err(unexpected(value, &format!("struct field jsonPatchOp.{name} of type string"))),
            },
        };
        operations.push(Operation {
            kind: text("op")?.unwrap_or_else(|| "unknown".to_owned()),
            path: text("path")?,
            from: text("from")?,
            value: members.get("value").map(|value| Node::of(value.get(), false)),
        });
    }
    if operations.len() > MOST_OPERATIONS {
        return Err(too_large(&format!(
            "The allowed maximum operations in a JSON patch is {MOST_OPERATIONS}, got {}",
            operations.len()
        )));
    }
    Ok(operations)
}

/// Go's name of the type of an unexpected value.
pub(super) fn go_kind(value: &RawValue) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b'"') => "string",
        Some(b't' | b'f') => "bool",
        _ => "number",
    }
}
