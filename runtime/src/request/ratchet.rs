//! Ratcheting: errors of unchanged values do not prevent an update. They are ignored, by the policy that the
//! resource was compiled with.
//
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go,
// pkg/apiserver/schema/cel/validation.go (shouldRatchetError)

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::correlate::{Topology, Walk};
use crate::error::{ErrorSource, FieldError, Violation};
use crate::extensions::{Buffers, Tapes};
use crate::request::Broken;
use crate::tape::Tape;
use crdc_vocabulary::Ratcheting;

/// Moves schema errors of unchanged values from `violations` to `ratcheted`. `pair` is where validation began, in
/// the new object and in the old one.
pub(super) fn schema(
    policy: Ratcheting,
    tapes: (Tape<'_>, Tape<'_>),
    pair: (u32, u32),
    topology: &'static Topology,
    violations: &mut Vec<Violation>,
    ratcheted: &mut Vec<Violation>,
) {
    if policy == Ratcheting::Off {
        return;
    }
    violations.sort_by_key(|violation| violation.owner());
    let mut walk = Walk::new(tapes.0, tapes.1, pair, topology);
    violations.retain(|error| {
        let drop = error.source() == ErrorSource::Schema && walk.is_unchanged(error.owner());
        if drop {
            ratcheted.push(*error);
        }
        !drop
    });
    if policy == Ratcheting::Kep4008 {
        merged(violations, ratcheted);
    }
}

/// The same for union errors of objects that have counterparts. Equality is that of stored objects, where
/// lists are ordered.
pub(super) fn unions(
    tapes: Tapes<'_>,
    pair: (u32, u32),
    topology: &'static Topology,
    same: &mut Buffers,
    (violations, ratcheted): (&mut Vec<Violation>, &mut Vec<Violation>),
) {
    let of_union = |violation: &Violation| violation.source() == ErrorSource::Union;
    if !violations.iter().any(of_union) {
        return;
    }
    violations.sort_by_key(|violation| violation.owner());
    let mut walk = Walk::new(tapes.new, tapes.old, pair, topology);
    violations.retain(|error| {
        let drop = of_union(error)
            && walk.counterpart(error.owner()).is_some_and(|old| same.equal(tapes, [error.owner(), old]));
        if drop {
            ratcheted.push(*error);
        }
        !drop
    });
}

/// Branches of `allOf` are validated as if they were outside of it: the error of the `allOf` itself is set aside once
/// no error of its branches is left.
fn merged(violations: &mut Vec<Violation>, ratcheted: &mut Vec<Violation>) {
    if ratcheted.is_empty() || violations.iter().all(|violation| violation.all_of() == 0) {
        return;
    }
    let plain = violations.iter().filter(|violation| violation.all_of() == 0);
    let mut failed: BTreeSet<u32> = plain.map(Violation::branch_of).collect();
    // Inner ones have lower numbers.
    violations.sort_by_key(Violation::all_of);
    violations.retain(|error| {
        let keep = error.all_of() == 0 || failed.contains(&error.all_of());
        if !keep {
            ratcheted.push(*error);
        } else if error.all_of() != 0 {
            failed.insert(error.branch_of());
        }
        keep
    });
}

/// Whether any list has errors.
pub(super) fn has_list_errors(violations: &[Violation]) -> bool {
    violations.iter().any(|violation| violation.source() == ErrorSource::ListType)
}

/// Ignores all errors of lists, as the server does if the old object has any.
// apiextensions-apiserver: registry/customresource/strategy.go ValidateUpdate
pub(super) fn lists(violations: &mut Vec<Violation>, ratcheted: &mut Vec<Violation>) {
    ratcheted.extend(violations.iter().filter(|violation| violation.source() == ErrorSource::ListType));
    violations.retain(|violation| violation.source() != ErrorSource::ListType);
}

/// Separates broken rules into errors, and warnings for rules that use only an unchanged value. `old` is the
/// old object, on updates.
pub(super) fn rules(
    policy: Ratcheting,
    (new, old): (Tape<'_>, Option<Tape<'_>>),
    topology: &'static Topology,
    mut broken: Vec<Broken>,
    (errors, warnings): (&mut Vec<FieldError>, &mut Vec<String>),
) {
    broken.sort_by_key(|broken| broken.at);
    let old = old.filter(|_| policy != Ratcheting::Off);
    let mut walk = old.map(|old| Walk::new(new, old, (0, 0), topology));
    for Broken { at, transition, error } in broken {
        if !transition && walk.as_mut().is_some_and(|walk| walk.is_unchanged(at)) {
            warnings.push(error.to_string());
        } else {
            errors.push(error);
        }
    }
}
