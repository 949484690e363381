//! What the decoder of a server says. In: an object and its definition. Out: its error, and unknown fields.
//
// apimachinery: pkg/runtime/serializer/json/json.go; sigs.k8s.io/json

use crdc_codegen::source::Node;

use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::Problem;

/// What the decoder says of an object.
pub(crate) fn problems(_kinds: &Kinds, _definition: &Definition, _object: &Node) -> Vec<Problem> {
    Vec::new()
}
