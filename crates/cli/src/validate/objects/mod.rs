//! Validates one object as the server would: a custom resource, one of Kubernetes' own kinds, or a CRD.

pub(crate) mod catalogued;
mod crd;
pub(crate) mod custom_resource;
mod native_object;
mod rounds;
pub(crate) mod validate;
pub(crate) mod validated;
