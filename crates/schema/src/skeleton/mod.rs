//! Builds the skeleton of a schema, by which objects are pruned. In: a schema. Out: its skeleton, which is
//! exactly the information that pruning needs. It has no junctors; what they specify is merged into the
//! schema around them. In order of use: `build` walks the schema and extracts its structural part, `merge`
//! combines branches, `print` writes the result as a schema, `complete` writes it into a schema for the plan.
//! crdc-check decides when it is used (`mode`).
//!
//! Easy to break: a skeleton specifies every field that any branch specifies, including `not`, and has a type
//! only if every branch has it.
//
// The pruning design (KEP 24), skeleton schema.

mod build;
mod complete;
mod merge;
mod model;
mod print;
#[cfg(test)]
mod tests;

pub use build::skeleton;
pub use complete::complete;
pub use merge::merge;
pub use model::{Field, Keep, NO_PRUNE, Skeleton};
