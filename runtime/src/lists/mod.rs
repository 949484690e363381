//! Validates sets and list maps: no duplicate items, no duplicate keys, and the items of list maps are
//! objects.
//!
//! In: the tape, and the lists that the decoder recorded when it closed them, whose items are not known to be
//! distinct (`decode/distinct.rs`). Out: violations of the invalid items. Lists in dead subtrees are
//! validated too; the report drops their errors.
//!
//! Easy to break: only live items and members count; scalars are compared as Go values, everything else by
//! its marshalled form, where `1.0` is `1` (`value.rs`, `canonical.rs`).
//!
//! Up to sixteen items are compared pairwise; longer lists are sorted by hash and, for equal hashes, by
//! content.
// apiextensions-apiserver: pkg/apiserver/schema/listtype/validation.go

mod buffers;
mod canonical;
mod duplicates;
mod members;
mod merge;
mod value;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::error::{ErrorSource, Rule, Violation};
use crate::side::Listed;
use buffers::gather;
use crdc_object::tape::{Kind, Tape};

pub(crate) use buffers::Buffers;
pub(crate) use members::Numbers;
pub(crate) use merge::{runs, sorted, sorted_members};

static NO_OBJECT: Rule<'static> = Rule::ListMapItem;

/// Validates every list of `lists`, appending to `violations` in no particular order.
pub(crate) fn check<'p>(
    tape: Tape<'_>,
    lists: &[Listed<'p>],
    buffers: &mut Buffers,
    violations: &mut Vec<Violation<'p>>,
) {
    for &(at, rule) in lists {
        if tape.entry(at).is_dead() {
            continue;
        }
        let mut raise = |at, rule| violations.push(Violation::new(ErrorSource::ListType, at, rule));
        let keys = match *rule {
            Rule::ListMap(keys) => Some(keys),
            _ => None,
        };
        // A list map with an item that cannot have keys gets no other errors.
        if let Some(stray) = keys.and_then(|_| stray(tape, at)) {
            raise(stray, &NO_OBJECT);
            continue;
        }
        gather(tape, at, buffers, |item, canonical| match keys {
            Some(keys) => value::of_keys(tape, item, keys, canonical),
            None => value::of_item(tape, item, canonical),
        });
        duplicates::find(
            tape,
            buffers,
            |value| value.hash(),
            |item, equal| {
                if equal == 1 {
                    raise(item, rule);
                }
            },
        );
    }
}

/// Calls `again` with each item of a list that equals earlier ones, and their number.
pub(crate) fn duplicate_items(
    tape: Tape<'_>,
    list: u32,
    buffers: &mut Buffers,
    again: impl FnMut(u32, usize),
) {
    gather(tape, list, buffers, |item, canonical| value::of_item(tape, item, canonical));
    duplicates::find(tape, buffers, |value| value.hash(), again);
}

/// The first item that is neither an object nor null.
fn stray(tape: Tape<'_>, at: u32) -> Option<u32> {
    tape.children(at).find(|&item| !matches!(tape.entry(item).kind, Kind::Object | Kind::Null))
}
