//! Ratcheting: errors of unchanged values do not prevent an update. They are ignored, by the policy that the
//! resource was compiled with.
//
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go,
// pkg/apiserver/schema/cel/validation.go (shouldRatchetError)

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::decode::decode_old_again;
use super::{Steps, Validation};
use crate::correlate::{Correlated, Topology, Walk};
use crate::definition::KeptErrors;
use crate::error::{Broken, ErrorSource, Report, Reported, Violation};
use crate::extensions::{Buffers, Tapes};
use crate::lists;
use crate::operation::RequestKind;
use crate::scratch::Findings;
use crdc_object::tape::{Kind, Tape};
use crdc_vocabulary::Ratcheting;

impl<'p> Validation<'_, 'p> {
    /// The policy of this request for all errors but those of lists.
    pub(super) fn ratcheting(&self) -> Ratcheting {
        match (self.definition.kept, self.request.kind) {
            (KeptErrors::ByAll, _) => self.definition.ratcheting,
            (KeptErrors::ByUpdates, operation) if operation != RequestKind::UpdateStatus => {
                self.definition.ratcheting
            }
            _ => Ratcheting::Off,
        }
    }

    /// Ignores schema errors of unchanged values in an update.
    pub(super) fn ratchet_schema(&mut self) {
        if !self.violations.is_empty() {
            self.ratchet_from((0, 0), self.definition.topology);
        }
    }

    /// Ignores schema errors of unchanged values in an update of a Rust value, which is validated from `root`
    /// on.
    #[cfg(feature = "derive")]
    pub(super) fn ratchet_value<C: for<'c> Correlated<'c>>(&mut self, root: u32, counterparts: C) {
        if !self.violations.is_empty() {
            let (tapes, policy) = (self.tapes(), self.ratcheting());
            schema(policy, tapes, (root, root), counterparts, self.violations, self.ratcheted);
        }
    }

    /// Ignores union errors of unchanged objects in an update of a Rust value.
    #[cfg(feature = "derive")]
    pub(super) fn ratchet_unions_of_value<C: for<'c> Correlated<'c>>(&mut self, root: u32, counterparts: C) {
        let (tapes, same) = (self.tapes(), &mut self.buffers.extensions);
        unions(tapes, (root, root), counterparts, same, (self.violations, self.ratcheted));
    }

    /// Keeps only the schema errors of the new status: the rest of the old object may be invalid.
    pub(super) fn discard_errors_outside_of_status(&mut self) {
        let [status, _] = self.progress.statuses;
        let range = status.map(|at| at..self.tape.after(at));
        let before = self.violations.len();
        self.violations
            .retain(|violation| range.as_ref().is_some_and(|range| range.contains(&violation.at())));
        self.findings.dropped = self.violations.len() < before;
    }

    /// Ignores schema errors of unchanged values in a status update. The old status is on the same tape, as a
    /// dead entry.
    pub(super) fn ratchet_status(&mut self) {
        let tape = self.tape;
        match self.progress.statuses {
            [Some(status), Some(before)] if !self.violations.is_empty() => {
                self.ratchet_from((status, before), self.definition.status_topology);
            }
            // The server treats an absent status like null.
            [Some(status), None]
                if self.ratcheting() != Ratcheting::Off && tape.entry(status).kind == Kind::Null =>
            {
                self.ratcheted.append(self.violations);
            }
            _ => {}
        }
    }

    /// `pair` is where validation began, in the new object and in the old one.
    fn ratchet_from(&mut self, pair: (u32, u32), topology: &'p Topology<'p>) {
        let tapes = self.tapes();
        let (policy, ratcheted) = (self.ratcheting(), &mut *self.ratcheted);
        schema(policy, tapes, pair, topology, self.violations, ratcheted);
    }

    /// Ignores union errors of unchanged objects.
    pub(super) fn ratchet_unions(&mut self, steps: &Steps<'_>) {
        let runs = Steps::extension(steps.unions).is_some();
        if !runs || self.ratcheting() != Ratcheting::ApiServer {
            return;
        }
        let (pair, topology) = match (self.request.kind, self.progress.statuses) {
            (RequestKind::UpdateStatus, [Some(status), Some(before)]) => {
                ((status, before), self.definition.status_topology)
            }
            (RequestKind::UpdateStatus, _) => return,
            _ => ((0, 0), self.definition.topology),
        };
        let tapes = self.tapes();
        let found = (&mut *self.violations, &mut *self.ratcheted);
        unions(tapes, pair, topology, &mut self.buffers.extensions, found);
    }

    /// Ignores all errors of lists if the old object has any, as the server does.
    // apiextensions-apiserver: registry/customresource/strategy.go ValidateUpdate
    pub(super) fn ratchet_lists(&mut self) {
        if self.definition.ratcheting != Ratcheting::ApiServer
            || !has_list_errors(self.violations)
            || !self.old_has_list_errors()
        {
            return;
        }
        let of_list = |violation: &&Violation<'_>| violation.source() == ErrorSource::ListType;
        self.ratcheted.extend(self.violations.iter().filter(of_list));
        self.violations.retain(|violation| !of_list(&violation));
    }

    /// Whether the lists of the old object had errors, before it took the new status. Lists below dropped
    /// values have none.
    fn old_has_list_errors(&mut self) -> bool {
        let (mut found, buffers) = (Vec::new(), &mut *self.buffers);
        if self.request.kind == RequestKind::UpdateStatus {
            let (definition, text) = (self.definition, self.request.old);
            let old = decode_old_again(definition, text, &mut buffers.extensions);
            let Some((side, records)) = old else { return false };
            let old = side.tape(text, definition.defaults, b"");
            lists::check(old, &records.lists, &mut buffers.lists, &mut found);
            return in_order(old, &mut found).any();
        }
        let ([_, listed], old) = (self.lists, self.old.unwrap_or(self.tape));
        lists::check(old, listed, &mut buffers.lists, &mut found);
        in_order(old, &mut found).any()
    }
}

/// Moves schema errors of unchanged values from `violations` to `ratcheted`. `pair` is where validation
/// began, in the new object and in the old one.
fn schema<'p, 't, C: Correlated<'t>>(
    policy: Ratcheting,
    tapes: Tapes<'t>,
    pair: (u32, u32),
    topology: C,
    violations: &mut Vec<Violation<'p>>,
    ratcheted: &mut Vec<Violation<'p>>,
) {
    if policy == Ratcheting::Off {
        return;
    }
    violations.sort_by_key(|violation| violation.owner());
    let mut walk = Walk::new(tapes.new, tapes.old, pair, topology);
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

/// Ratchets union errors of objects that have counterparts. Equality is that of stored objects, where
/// lists are ordered.
fn unions<'p, 't, C: Correlated<'t>>(
    tapes: Tapes<'t>,
    pair: (u32, u32),
    topology: C,
    same: &mut Buffers<'_>,
    (violations, ratcheted): (&mut Vec<Violation<'p>>, &mut Vec<Violation<'p>>),
) {
    let of_union = |violation: &Violation<'_>| violation.source() == ErrorSource::Union;
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

/// Branches of `allOf` are validated as if they were outside of it: the error of the `allOf` itself is set
/// aside once no error of its branches is left.
fn merged<'p>(violations: &mut Vec<Violation<'p>>, ratcheted: &mut Vec<Violation<'p>>) {
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

/// The errors of a whole object, in document order.
fn in_order<'v, 'p>(tape: Tape<'v>, violations: &'v mut [Violation<'p>]) -> Report<'v, 'p> {
    violations.sort_by_key(|violation| violation.at());
    Report::new(tape, violations, 0, "")
}

/// Whether any list has errors.
fn has_list_errors(violations: &[Violation<'_>]) -> bool {
    violations.iter().any(|violation| violation.source() == ErrorSource::ListType)
}

/// Separates broken rules into errors, and warnings for rules that use only an unchanged value. `old` is the
/// old object, on updates. The server treats `type_meta`, values of unchanged objects, as changed.
pub(super) fn rules<'t, C: Correlated<'t>>(
    policy: Ratcheting,
    (new, old): (Tape<'t>, Option<Tape<'t>>),
    topology: C,
    type_meta: [Option<u32>; 2],
    mut broken: Vec<Broken>,
    findings: &mut Findings,
) {
    broken.sort_by_key(|broken| broken.at);
    let old = old.filter(|_| policy != Ratcheting::Off);
    let mut walk = old.map(|old| Walk::new(new, old, (0, 0), topology));
    for Broken { at, transition, error, rule } in broken {
        let can_be_ignored = !transition && !type_meta.contains(&Some(at));
        let reported = if can_be_ignored && walk.as_mut().is_some_and(|walk| walk.is_unchanged(at)) {
            findings.warnings.push(error);
            Reported::Warning(findings.warnings.len() - 1)
        } else {
            findings.after.push(error);
            Reported::Error(findings.after.len() - 1)
        };
        findings.failed.extend(rule.map(|rule| (rule, reported)));
    }
}
