//! Admission plugins that are objects of the server: webhooks and policies.
//!
//! `matching` says which requests they get, `versioned_objects` in which version, `expressions` evaluates
//! their CEL.

pub(crate) mod expressions;
pub(crate) mod matching;
pub(crate) mod policies;
pub(crate) mod versioned_objects;
pub(crate) mod webhooks;
