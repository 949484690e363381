//! Endpoints over HTTP. In: an HTTP request. Out: its response, also if an error occurs.
//!
//! Easy to break: the order of the steps. Cheap checks come first: content type and length. Then the body is
//! read, within the memory limit of all bodies. Then the request waits for a place, and only then it is
//! processed. A body that is being read uses no place, so slow bodies do not block other requests.

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
