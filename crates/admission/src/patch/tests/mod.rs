//! Tests of patches, row by row, where the server's library differs from RFC 6902 or from another library: a
//! file for each behaviour.
// evanphx/json-patch v4.13.0: patch.go, merge.go; the functions are named in the rows

#![allow(clippy::unwrap_used)]

mod applied;
mod bodies;
mod limits;
mod merge;
mod refused;

use crdc::FieldValidation;
use serde_json::Value;

use super::Patch;

/// The patched document, or the code and the cause.
fn patched_as(patch: Patch<'_>, document: &str, validation: FieldValidation) -> Result<Value, (u16, String)> {
    let text = patch.parse(validation).and_then(|parsed| parsed.apply(document.as_bytes()));
    let text = text.map_err(|refusal| {
        let details = refusal.status().details.as_ref();
        let cause = details.and_then(|details| details.causes.first()).map(|cause| cause.message.clone());
        (refusal.code, cause.unwrap_or_else(|| refusal.message.clone()))
    })?;
    Ok(serde_json::from_slice(&text).unwrap())
}

fn patched(patch: &str, document: &str) -> Result<Value, (u16, String)> {
    patched_as(Patch::Json(patch.as_bytes()), document, FieldValidation::Warn)
}

/// Each row: where the library says so, operations, the document, and what becomes of it.
type Row = (&'static str, &'static str, &'static str, &'static str);
