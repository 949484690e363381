//! Which value of the old object a value of the new one is compared with, and whether the two
//! are the same (semantics §9).
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
