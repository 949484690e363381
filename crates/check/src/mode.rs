//! The mode of pruning the objects of a document. Structural schemas are pruned as on a server. Others are
//! pruned by their skeleton, if the document enables pruning and uses no feature that needs a structural
//! schema.
//
// The pruning design (KEP 24), opt-in and opt-out on CRD level; apiextensions-apiserver:
// pkg/apis/apiextensions/validation/validation.go (v1beta1 to 1.21)

use super::structural::is_structural;
use crdc_schema::{ApiVersion, Crd, Schema};

/// The mode of pruning objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Objects are not pruned: v1beta1, unless it sets `preserveUnknownFields: false`.
    Off,
    /// As on a server.
    Structural,
    /// Objects are pruned by the skeleton.
    Skeleton,
}

/// The mode of pruning objects of this document with this schema.
#[must_use]
pub fn mode(crd: &Crd, schema: &Schema) -> Mode {
    let v1 = crd.api_version == ApiVersion::V1;
    if crd.preserves_unknown_fields() {
        Mode::Off
    } else if v1 || rests_on_structure(schema) || is_structural(schema) {
        Mode::Structural
    } else {
        Mode::Skeleton
    }
}

/// Whether the schema uses a feature that v1beta1 allows in structural schemas only, so that the schema has
/// to be fixed. Preserving unknown fields is not such a feature: skeletons support it.
pub(super) fn rests_on_structure(schema: &Schema) -> bool {
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
