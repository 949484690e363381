//! Immutability, unions and normalization: extensions of the design documents that no server implements today
//! (semantics §10, §11).
//!
//! In: the decoded objects, and constants of generated code that locate the extensions ([`ExtensionNode`]).
//! Out: violations of immutability and of unions, entries that are not stored. The meaning of immutability
//! markers and unions is in `mark.rs` and `union.rs`, which are independent of JSON; the other files do the
//! comparison.
//!
//! Easy to break: a walk enters only containers that lead to a requested extension, compares bytes before
//! anything else, and allocates nothing once its buffers have grown.

mod changes;
mod differing;
mod first;
mod immutable;
mod keyed;
mod mark;
mod node;
mod normalise;
mod numbers;
mod old_status;
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
pub(crate) use old_status::normalise_status;
pub(crate) use pairing::Tapes;
pub(crate) use step::{Extent, normalise_old};
pub(crate) use walk::Buffers;
