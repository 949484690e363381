//! Endpoints over HTTP. In: a request of HTTP. Out: its answer, whatever happens on the way.
//!
//! Easy to break: the order. What costs nothing comes first: content type, length, a free place; then the body is read, and
//! only then somebody computes.

mod body;
mod gate;
#[cfg(test)]
mod tests;

pub(crate) use gate::{Gate, route};
