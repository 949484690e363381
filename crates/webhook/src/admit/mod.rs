//! Runs crdc's steps on the object of a review. In: a request and the description of its resource. Out: a
//! verdict, or a changed object.
//!
//! A validating webhook refuses objects (`validate.rs`) and a mutating webhook changes them (`mutate.rs`).
//! Both use `rules.rs`. Objects of `/scale` are of another kind, see `scale.rs`.
//!
//! Easy to break: an object that has rules is checked, or the request is an error. An object that cannot be
//! checked is never allowed.

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
