//! Endpoints over HTTP. In: a request of HTTP. Out: its answer, whatever happens on the way.
//!
//! Easy to break: the order. What costs nothing comes first: content type, length; then the body is read,
//! within the memory of all bodies; then there is a place, and only then somebody computes. A body that is
//! read holds no place, so that those which do not arrive keep no place from others.

mod body;
mod gate;
mod held;
#[cfg(test)]
mod load_tests;
mod memory;
mod slow;
#[cfg(test)]
mod tests;

pub(crate) use gate::{Gate, route};
pub(crate) use slow::Slow;
