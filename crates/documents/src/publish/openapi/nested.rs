//! Schemas in `allOf`, `anyOf`, `oneOf` and `not`.
//
// apiextensions-apiserver: pkg/apiserver/schema/kubeopenapi.go (NestedValueValidation), unfold.go

use super::super::tree;
use super::keywords::{generic, known_extensions, structure, validation};
use crdc_schema::Schema;
use crdc_source::Node;

/// The schema of a branch. Structural schemas have no `additionalProperties` here.
pub(super) fn published(schema: &Schema) -> Node {
    let mut out = tree::object();
    generic(schema, &mut out);
    validation(schema, &mut out, published);
    structure(schema, &mut out, &published);
    known_extensions(schema, &mut out);
    out
}
