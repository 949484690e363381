//! `crdc/ignore-invalid-value: "the operator repairs it"`, `crdc/ignore-all: …` on an object.

use super::super::finding::Finding;
use super::without_reason;
use crdc_codegen::source::Node;

const PREFIX: &str = "crdc/ignore-";

/// Why the object's findings with this name are ignored, if they are.
pub(super) fn reason(object: &Node, id: &str) -> Option<Result<String, Finding>> {
    let annotations = object.get("metadata")?.get("annotations")?;
    let found = [id, "all"].into_iter().find_map(|id| annotations.member(&format!("{PREFIX}{id}")))?;
    let reason = found.value.as_str().unwrap_or_default().trim();
    Some(if reason.is_empty() { Err(without_reason(found.key_span)) } else { Ok(reason.to_owned()) })
}
