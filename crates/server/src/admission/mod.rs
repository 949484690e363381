//! Admission plugins that are configured by objects of the server: webhooks and policies.
//!
//! `matching` selects the requests that they get, `versioned_objects` converts objects to the version of
//! their rules, and `expressions` evaluates their CEL expressions.

pub(crate) mod expressions;
pub(crate) mod matching;
pub(crate) mod policies;
pub(crate) mod versioned_objects;
pub(crate) mod webhooks;
