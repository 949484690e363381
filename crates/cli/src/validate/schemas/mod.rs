//! The schemas of kinds: CRDs, Kubernetes' own kinds, and advice about kinds without a schema.

pub(crate) mod catalogue;
pub(crate) mod conflicting_crds;
pub(crate) mod crd_values;
pub(crate) mod duplicate_crds;
pub(crate) mod field_names;
pub(crate) mod kinds;
pub(crate) mod list_kinds;
pub(crate) mod loader;
pub(crate) mod met_kinds;
pub(crate) mod native_kinds;
mod unmet;
