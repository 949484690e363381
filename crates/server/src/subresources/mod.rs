//! Subresources that represent a part of an object: `scale`, and `ephemeralcontainers` of Pods.

pub(crate) mod ephemeral_containers;
pub(crate) mod scale;
