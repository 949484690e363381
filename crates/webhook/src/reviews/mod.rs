//! The two endpoints of admission. In: the body of a review. Out: the body of its answer.
//!
//! Easy to break: reviews of large objects leave the threads that serve connections. What neither crdc nor a
//! plugin answers for is 404, and what cannot be checked is 400, so that the `failurePolicy` decides and
//! nothing passes unseen.

mod core;
mod mutate;
mod validate;

pub(crate) use core::Core;
pub(crate) use mutate::Mutate;
pub(crate) use validate::Validate;
