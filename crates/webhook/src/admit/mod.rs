//! Runs crdc's steps on the object of a review. In: a request and the description of its resource. Out: a
//! verdict, or a changed object.
//!
//! A validating webhook refuses and a mutating one changes: `validate.rs` and `mutate.rs`, by the same
//! `rules.rs`. Objects of `/scale` are of another kind, see `scale.rs`.
//!
//! Easy to break: what there are rules for is checked or is an error. Nothing that cannot be checked is
//! allowed.

mod mutate;
mod rules;
mod scale;
mod scratches;
mod unambiguous;
mod validate;

pub(crate) use mutate::mutated;
pub(crate) use rules::Rules;
pub(crate) use scratches::Scratches;
pub(crate) use validate::validated;
