//! Immutability, unions and normalization: extensions of the design documents that no server implements today
//! (semantics §10, §11).
//!
//! In: the decoded objects, and constants of generated code that locate the extensions (`places`, which also has the meaning of
//! markers and unions). Out: violations of immutability and of unions, entries that are not stored.
//!
//! Easy to break: a walk enters only containers that lead to a requested extension, compares bytes before
//! anything else, and allocates nothing once its buffers have grown.

mod changes;
mod differing;
mod first;
mod immutable;
mod keyed;
mod member;
mod normalise;
mod numbers;
mod older;
mod pairing;
mod report;
mod step;
mod unions;
mod walk;

pub(crate) use changes::Changes;
pub(crate) use differing::Seen;
pub(crate) use numbers::normalize as normalize_numbers;
pub(crate) use pairing::Tapes;
pub(crate) use report::word_faults;
pub(crate) use step::{
    Extent, clear_unions, compare, first_compared, normalise_side, normalise_status, normalised_status,
    validate_unions,
};
pub(crate) use walk::Buffers;
