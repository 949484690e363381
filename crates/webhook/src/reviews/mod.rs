//! The two endpoints of admission. In: the body of a review. Out: the body of its response.
//!
//! Easy to break: reviews of large objects are processed on other threads than those that serve connections.
//! A resource that neither crdc nor a plugin handles is a 404, and a request that cannot be checked is a 400,
//! so that the `failurePolicy` decides and no request passes unchecked.

mod core;
mod mutate;
mod validate;

pub(crate) use core::Core;
pub(crate) use mutate::Mutate;
pub(crate) use validate::Validate;
