//! Asks for the server's answer about one object: a custom resource, one of Kubernetes' own kinds, or a CRD.

pub(crate) mod crd;
pub(crate) mod custom_resource;
pub(crate) mod native_object;
pub(crate) mod validate;
