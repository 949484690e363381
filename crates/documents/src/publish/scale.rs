//! Checks the path of the scale subresource into the status. The derive of a status cannot check it, since it
//! does not know the resource.
//!
//! In: the document, and the path of a field with rules. Out: a warning if the type allows a number of
//! replicas that servers refuse.
// apiextensions-apiserver: registry/customresource/validator.go ValidateScaleStatus

use super::document;
use super::problem::{Problem, Step, field};
use super::tree;
use crdc_source::Node;
use crdc_source::diag::Code;

/// Adds a problem if servers refuse some of the values that a field accepts as number of replicas. `schema`
/// is the path to the schema of a version.
pub(super) fn status(crd: &Node, schema: &[Step], path: &str, problems: &mut Vec<Problem>) {
    // The derive of a spec checks its own paths.
    if path != "status" {
        return;
    }
    let Some(version) = schema.len().checked_sub(2).and_then(|end| schema.get(..end)) else { return };
    let scale = ["subresources", "scale", "statusReplicasPath"].map(|key| Step::Key(key.to_owned()));
    let at: Vec<Step> = version.iter().cloned().chain(scale).collect();
    let Some(replicas) = document::at(crd, &at).and_then(Node::as_str) else { return };
    let Some(below) = replicas.strip_prefix('.') else { return };
    if below.split('.').next() != Some(path) {
        return;
    }
    let steps = document::field(schema.to_vec(), below);
    let found = document::at(crd, &steps);
    if found.is_some_and(are_replicas) {
        return;
    }
    let place = if found.is_some() { steps } else { at };
    let message = format!(
        "`{}`: it is the `statusReplicasPath` of the scale subresource, so it must be an integer from 0 to {}",
        below,
        i32::MAX
    );
    debug_assert!(found.is_none() || field(&place) == below);
    let help = "make the field an `i32` with `+k8s:minimum=0`";
    let problem = Problem::new(Code::PublishUnchecked, &place, message);
    problems.push(problem.label("servers enforce it, the derive does not").help(help));
}

/// Whether a schema accepts only values that servers accept as number of replicas.
fn are_replicas(schema: &Node) -> bool {
    let number = |key: &str| schema.get(key).and_then(tree::number);
    let fits = schema.get("format").and_then(Node::as_str) == Some("int32")
        || number("maximum").is_some_and(|most| most <= f64::from(i32::MAX));
    let is_integer = schema.get("type").and_then(Node::as_str) == Some("integer");
    is_integer && fits && number("minimum").is_some_and(|least| least >= 0.0)
}
