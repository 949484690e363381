//! Writes a Rust value to the new or the old side of the scratch, as the decoder does for text: its JSON, the
//! tape, and violations of constraints.
//!
//! In: a value, and the node of its type. Out: the side that the steps of a request read. The type's
//! `Serialize` decides the JSON: the names of fields, their presence and flattening. The constraints of each
//! part come from its node, which is found by the name of the field.
//!
//! Easy to break: the text must be JSON with canonical keys, and every open container must be closed, also
//! when a part of it fails. **A part that fails is written as null**: a part that nests too deep, or whose
//! `Serialize` returns an error.

mod doubts;
mod part;
mod recorder;
#[cfg(test)]
mod tests;
mod writer;

use serde::Serialize;

use super::node::Part;
use crate::side::{Records, Side};
use recorder::{Member, Recorder, Values as _};

pub(super) use recorder::MAX_CALLS;
pub use recorder::MAX_NESTED;
pub(super) use recorder::{Limit, Noticed};

/// Writes a value: as the field `name` of an object, or as the root if `name` is empty. Constraints, lists,
/// unions and rules of an old value are not checked.
pub(super) fn record<T: Serialize + ?Sized>(
    value: &T,
    part: &'static Part,
    name: &'static str,
    side: &mut Side,
    records: &mut Records<'static>,
    is_old: bool,
) -> Noticed {
    side.clear();
    records.clear();
    side.is_normalized = true;
    let mut recorder = Recorder::new(side, records, !is_old);
    let whole = (!name.is_empty()).then(|| recorder.begin_root(name));
    let member = match whole {
        Some(_) => Member { key: 1, field: 0 },
        None => Member::ITEM,
    };
    recorder.value(value, part, member);
    if let Some(at) = whole {
        recorder.close(at, b"}");
    }
    recorder.noticed
}
