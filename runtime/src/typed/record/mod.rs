//! Writes a Rust value to a side of the scratch, as the decoder does with text: its JSON, the tape, and
//! violations of constraints.
//!
//! In: a value, and the node of its type. Out: the side that the steps of a request read. serde says what the
//! value is: names, presence and flattening are whatever the type's `Serialize` writes. The node says what is
//! known of each part, and is found by its name.
//!
//! Easy to break: the text must be JSON with canonical keys, and every open container must be closed, also
//! when a part of it fails. **A part that fails is null**: one that nests too deep, or whose `Serialize`
//! reports an error.

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

/// Writes a value, below a field of this name if it is not empty. If it is an old value, nothing is noticed
/// of its constraints, lists, unions and rules.
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
