//! Correlates values of the new object with values of the old one, and compares them (docs/ratcheting.md).
//!
//! In: two tapes and the schema's topology, a constant of generated code. Runs only if there is an error or a
//! transition rule. **Some values are not equal to themselves**: those with a field that the schema does not
//! specify, or with a list-map item without its keys.
//!
//! Ratcheting (`request/ratchet.rs`) finds in this way which errors an update may keep. Errors are sorted by
//! owner, and one `Walk` goes forward over both objects and enters only containers with errors. Equality is
//! computed once for each container. Items of list maps are looked up by an index that is built when the
//! order first differs. Broken rules in CEL use the same walk and become warnings.
//!
//! The correlation of the values below a node is a constant of generated code, and so is the ratcheting
//! policy. Two aspects of the policy of KEP-4008 are in the generated functions: maps that change as a whole,
//! and branches of `allOf`, whose errors have owners of their own and the number of their `allOf`
//! (`Violation::branch_of`).
// apiserver: pkg/cel/common/equality.go

mod lookup;
mod same;
mod topology;
mod walk;

pub(crate) use topology::Correlated;
pub use topology::Topology;
pub(crate) use walk::Walk;
