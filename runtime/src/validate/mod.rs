//! Validates decoded values against alternatives: `allOf`, `anyOf`, `oneOf`, `not` and their branches.
//!
//! In: a closed value on the tape. Out: violations. Each branch is a generated function over a [`Validator`].
//! The branch whose errors are reported depends on how much of each branch matched, so every function counts
//! as the server counts: **leaving out a check changes the outcome**.
//!
//! A node with `allOf`, `anyOf`, `oneOf` or `not` validates them when its value is closed. Branches report
//! into the common list of violations, which is truncated where the server does not show them, so no branch
//! allocates. The server shows the failed branch with the most matches, so failures are counted as it counts
//! them (`validator`). Kinds for which no branch can fail are skipped (`settled_for`), so that int-or-string
//! costs nothing. `request/schema.rs` validates the alternatives of the root, and a required status, after
//! the status was handled.
// kube-openapi: pkg/validation/validate/{schema,schema_props,result}.go

mod alternatives;
mod field;
mod list;
mod node;
mod object;
mod scalar;
mod validator;

pub use alternatives::Alternatives;
pub use field::Field;
pub use node::{Validate, ValidateFn, ValidatePlan};
pub use object::Members;
pub use validator::Validator;
