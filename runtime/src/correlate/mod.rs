//! Which value of the old object a value of the new one is compared with, and whether the two
//! are the same (semantics §9).
//!
//! In: two tapes and the schema's topology, a constant of generated code. Nothing here runs
//! unless an error or a transition rule asks. **Not every value is the same as itself**: one with a
//! field that the schema does not know, or with a list-map item without its keys, is not.
// apiserver: pkg/cel/common/equality.go

mod lookup;
mod same;
mod topology;
mod walk;

pub use topology::Topology;
pub(crate) use walk::Walk;
