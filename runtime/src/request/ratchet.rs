//! Old faults of an object do not keep it from being updated: schema errors of values that are
//! as they were are set aside.
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go

use alloc::vec::Vec;

use crate::correlate::{Topology, Walk};
use crate::error::{ErrorSource, Raised};
use crate::tape::Tape;

/// Moves from `raised` to `ratcheted` what the schema says of values that did not change. `pair`
/// is where validation began, in the new object and in the old one.
pub(super) fn schema(
    tapes: (Tape<'_>, Tape<'_>),
    pair: (u32, u32),
    topology: &'static Topology,
    raised: &mut Vec<Raised>,
    ratcheted: &mut Vec<Raised>,
) {
    raised.sort_by_key(|raised| raised.owner);
    let mut walk = Walk::new(tapes.0, tapes.1, pair, topology);
    raised.retain(|error| {
        let drop = error.source == ErrorSource::Schema && walk.is_unchanged(error.owner);
        if drop {
            ratcheted.push(*error);
        }
        !drop
    });
}

/// Whether anything is wrong with lists.
pub(super) fn has_list_errors(raised: &[Raised]) -> bool {
    raised.iter().any(|raised| raised.source == ErrorSource::ListType)
}

/// Sets all errors of lists aside, as the server does where the old object has any.
// apiextensions-apiserver: registry/customresource/strategy.go ValidateUpdate
pub(super) fn lists(raised: &mut Vec<Raised>, ratcheted: &mut Vec<Raised>) {
    ratcheted.extend(raised.iter().filter(|raised| raised.source == ErrorSource::ListType));
    raised.retain(|raised| raised.source != ErrorSource::ListType);
}
