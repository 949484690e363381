//! Immutability, unions and normalisation: extensions of the design documents, which no server
//! reads today (semantics §10, §11).
//!
//! In: the decoded objects, and constants of generated code that say where something was marked
//! ([`ExtensionNode`]). Out: violations, raised union errors, entries that are no longer stored. What a mark or a union *means* is
//! in `mark.rs` and `union.rs`, which know of no JSON; the other files find out what is so.
//!
//! Easy to break: a walk enters only containers that lead to something it was asked for, holds bytes
//! against bytes before it looks at anything, and allocates nothing once its buffers have grown.

mod changes;
mod differing;
mod first;
mod immutable;
mod keyed;
mod mark;
mod node;
mod normalise;
mod numbers;
mod older;
mod pairing;
mod report;
mod step;
mod union;
mod unions;
mod walk;

pub use crdc_vocabulary::{Dialect, Immutability, below};
pub use mark::ImmutabilityRule;
#[cfg(feature = "derive")]
pub(crate) use mark::{Allows, Breach};
pub use node::{Edge, ExtensionNode, ItemKind};
pub use step::{immutability, normalise_fields, normalise_unions, normalize_numbers, unions};
#[cfg(feature = "derive")]
pub(crate) use union::{Given, Selected};
pub use union::{Member, Older, Union};

pub(crate) use changes::Changes;
pub(crate) use differing::Seen;
pub(crate) use pairing::Tapes;
pub(crate) use step::normalise_old;
pub(crate) use walk::Buffers;
