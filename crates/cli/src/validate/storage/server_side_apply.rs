//! The refusal of server-side apply for fields that only servers write. In: an object that is applied. Out: a
//! finding.

use crdc_source::{Node, Value};

use crate::validate::findings::finding::{Finding, Level};

/// The error of server-side apply about managed fields.
// apimachinery: pkg/util/managedfields/internal/structuredmerge.go Apply
pub(crate) fn managed_fields(node: &Node, server_side: bool) -> Option<Finding> {
    let managed = node.get("metadata")?.member("managedFields")?;
    let is_set = server_side && matches!(managed.value.value, Value::Array(_));
    let finding =
        || Finding::new("refused", Level::Error, managed.key_span, "metadata.managedFields must be nil");
    is_set.then(finding).map(|finding| {
        finding.field("metadata.managedFields".to_owned()).help("remove it: the server keeps it itself")
    })
}
