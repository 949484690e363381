//! How objects of a document are pruned. Structural schemas are pruned as a server does it; those
//! that are not are pruned by their skeleton, where the document asks for pruning and nothing in
//! it rests on a structural schema.
//
// The pruning design (KEP 24), opt-in and opt-out on CRD level; apiextensions-apiserver:
// pkg/apis/apiextensions/validation/validation.go (v1beta1 to 1.21)

use crate::schema::{ApiVersion, Crd, NoPrune, Schema};
use crate::source::Value;

/// How objects are pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Not at all: v1beta1, unless it says `preserveUnknownFields: false`.
    Off,
    /// As servers do it.
    Structural,
    /// By the skeleton.
    Skeleton,
}

/// How objects of this document are pruned that have this schema.
#[must_use]
pub fn mode(crd: &Crd, schema: &Schema) -> Mode {
    let v1 = crd.api_version == ApiVersion::V1;
    if crd.preserve_unknown_fields.as_ref().map_or(!v1, |at| at.value) {
        Mode::Off
    } else if v1 || rests_on_structure(schema) || crate::check::is_structural(schema) {
        Mode::Structural
    } else {
        Mode::Skeleton
    }
}

/// Whether the schema has something that v1beta1 admits in structural schemas only, in which
/// case there is no other way than to mend it. Keeping unknown fields is not among it: a
/// skeleton knows what that means.
pub(crate) fn rests_on_structure(schema: &Schema) -> bool {
    let mut rests = false;
    schema.visit(&mut |schema| {
        rests |= schema.default.is_some()
            || schema.is_embedded_resource()
            || schema.is_int_or_string()
            || schema.x_list_map_keys.as_ref().is_some_and(|keys| !keys.value.is_empty())
            || schema.x_list_type.is_some()
            || schema.x_validations.as_ref().is_some_and(|rules| !rules.value.is_empty());
    });
    rests
}

/// Whether this is no-prune in one of its spellings, and on.
#[must_use]
pub fn is_no_prune(found: &NoPrune) -> bool {
    found.value.value == Value::Bool(true)
}
