//! Immutability, unions and normalization: extensions of the design documents that no server implements today
//! (docs/semantics.md, Immutability, Unions).
//!
//! In: the decoded objects, and constants of generated code that locate the extensions (`places`, which also
//! has the meaning of markers and unions). Out: violations of immutability and of unions, entries that are
//! not stored.
//!
//! Easy to break: a walk enters only containers that lead to a requested extension, compares bytes before
//! anything else, and allocates nothing once its buffers have grown.
//!
//! Generated code has a graph of `ExtensionNode`s with an edge, and bits for its purpose, for each path to an
//! extension. A marker belongs to the edge and not to the node, in the plan too, so that marked and unmarked
//! fields share functions. What markers and unions mean is in `places/`, which does not depend on JSON;
//! `typed/` uses it too.
//!
//! A step walks pairs of values with an explicit stack (`walk`, `pairing`, `keyed`). The cost of an update
//! depends on what it changes, because bytes are compared before a container is entered. Members in the same
//! order are paired in one pass, others are sorted. The one allocation is for members of sets that have sets
//! in them (`lists/members.rs`): those are numbered by their sorted items, inner ones first.
//!
//! Immutability starts at the first difference, which computing the generation has found (`tape/equal.rs` of
//! crdc-object). **Everything before it on the path from the root is equal.** `first` compares the rest,
//! container by container; if nothing else differs and nothing on the path is immutable, the step ends.
//! Otherwise `differing` compares the differences one by one. Where equal values matter as well (`asks_all`:
//! items of plain lists that changed, in the dialect `declarative`), equal bytes are not skipped. `report`
//! builds the messages in one walk.
//!
//! Errors of unions are raised at the object with the union, and set aside if that object has a counterpart
//! and equals it.
//!
//! **Values that normalization removes become dead** (`changes`), and so do their errors. The enclosing
//! objects are then validated again (`request/revalidate.rs`), which costs nothing unless something was
//! removed. An older-shape union that deduces its discriminator reserves a dead entry for it during decoding
//! (`decode/reserve.rs`), because the tape never moves.

mod changes;
mod differing;
mod first;
mod immutable;
mod keyed;
mod member;
mod normalize;
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
#[cfg(feature = "derive")]
pub(crate) use numbers::whole;
pub(crate) use pairing::Tapes;
pub(crate) use report::word_faults;
pub(crate) use step::{
    Extent, clear_unions, compare, first_compared, normalize_side, normalize_status, normalized_status,
    unnormalized_unions, validate_unions,
};
pub(crate) use walk::Buffers;
