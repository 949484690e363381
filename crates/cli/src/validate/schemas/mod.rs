//! The schemas of kinds: CRDs, Kubernetes' own kinds, and what is said of kinds without one.

pub(crate) mod conflicting_crds;
pub(crate) mod crd_values;
pub(crate) mod duplicate_crds;
pub(crate) mod field_names;
pub(crate) mod list_kinds;
pub(crate) mod loader;
pub(crate) mod native_kinds;
