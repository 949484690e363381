//! Validates decoded values against alternatives: `allOf`, `anyOf`, `oneOf`, `not` and their branches.
//!
//! In: a closed value on the tape. Out: violations. Each branch is a generated function over a [`Validator`].
//! Which branch's errors are reported depends on how much of it matched, so every function counts as the
//! server counts: **leaving out a check changes the outcome**.
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
