//! Correlates values of the new object with values of the old one, and compares them (semantics §9).
//!
//! In: two tapes and the schema's topology, a constant of generated code. Runs only if there is an error or a
//! transition rule. **Some values are not equal to themselves**: those with a field that the schema does not
//! specify, or with a list-map item without its keys.
// apiserver: pkg/cel/common/equality.go

mod lookup;
mod same;
mod topology;
mod walk;

pub use topology::Topology;
pub(crate) use walk::Walk;
