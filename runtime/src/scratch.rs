//! The buffers of requests, reused so that requests do not allocate.

use alloc::vec::Vec;

use crate::error::{Broken, FieldError, Reported, WhichRule};
use crate::refusal::BadRequest;
use crate::side::{Records, Side};
use crate::{extensions, lists};
use crdc_object::tape::Open;

/// Buffers for [`Resource`](crate::Resource) calls. Keep one per thread and pass it to every call: after the
/// first few calls, a valid and unchanged object is processed without allocations.
///
/// An [`Outcome`](crate::Outcome) borrows the scratch it was made with.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) kept: Kept,
    pub(crate) buffers: Buffers,
}

/// The parts of a scratch that an outcome reads.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The object of the request.
    pub(crate) new: Side,
    /// The stored object that it replaces. A status update puts its status on this side.
    pub(crate) old: Side,
    pub(crate) findings: Findings,
    /// The stored object, if it is not the request's bytes.
    pub(crate) out: Vec<u8>,
    /// The reason why the request was refused with code 400.
    pub(crate) refused: BadRequest,
}

/// The findings of the steps of a request, except for violations of the schema.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Errors of steps other than the schema's: of type meta and metadata (`before`), and of the steps after
    /// the schema (`after`).
    pub(crate) before: Vec<FieldError>,
    pub(crate) after: Vec<FieldError>,
    /// Broken rules that may become errors or warnings.
    pub(crate) broken: Vec<Broken>,
    /// Broken rules of unchanged values, which are warnings.
    pub(crate) warnings: Vec<FieldError>,
    /// The broken rules, and the location of the error of each.
    pub(crate) failed: Vec<(WhichRule, Reported)>,
    /// Whether errors of earlier steps prevent rules from running.
    pub(crate) blocked: bool,
    /// Whether errors of the schema were dropped, so that values may be larger than it allows.
    pub(crate) dropped: bool,
    /// The cost of the rules, if it was counted.
    pub(crate) rule_cost: Option<u64>,
    /// Violations of immutability, for which the request is refused.
    pub(crate) violated: Vec<FieldError>,
    /// Violations of immutability that CEL rules would report: dropped if other errors prevent rules from
    /// running.
    pub(crate) lowered: Vec<FieldError>,
}

/// Working memory of the steps; its content does not outlive a step. **No outcome has a reference to it**:
/// threads cannot share the memory of rules, and outcomes can be sent between threads.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    /// The records of the new object and of the old one.
    pub(crate) records: [Records<'static>; 2],
    /// Open containers while a value is rendered.
    pub(crate) open: Vec<Open>,
    /// The buffers for comparing the items of lists.
    pub(crate) lists: lists::Buffers,
    pub(crate) extensions: extensions::Buffers<'static>,
    /// The buffers for running rules.
    #[cfg(feature = "cel")]
    pub(crate) rules: crate::rules::Buffers,
    /// The old object of a status update for rules: the tape in `old` has the new status instead.
    #[cfg(feature = "cel")]
    pub(crate) before: Side,
    #[cfg(feature = "cel")]
    pub(crate) before_records: Records<'static>,
}

impl Scratch {
    /// Creates empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts the cost of the CEL rules of every request from now on, so that
    /// [`Outcome::rule_cost`](crate::Outcome::rule_cost) is known. Off by default: the cost is then counted
    /// only if the object is large enough to exceed its budget. The results of requests do not depend on it.
    #[cfg(feature = "cel")]
    pub fn count_rule_costs(&mut self, count: bool) {
        self.buffers.rules.count_costs(count);
    }
}

impl Findings {
    /// Empties the buffers but keeps their memory.
    pub(crate) fn clear(&mut self) {
        // One test instead of one for each list, because most requests report nothing.
        let Findings { before, after, broken, warnings, failed, violated, lowered, .. } = self;
        let reported = before.len() | after.len() | broken.len() | warnings.len() | failed.len();
        if reported | violated.len() | lowered.len() != 0 {
            self.clear_reported();
        }
        self.blocked = false;
        self.dropped = false;
        self.rule_cost = None;
    }

    #[cold]
    fn clear_reported(&mut self) {
        let Findings { before, after, broken, warnings, failed, violated, lowered, .. } = self;
        for errors in [before, after, warnings, violated, lowered] {
            errors.clear();
        }
        broken.clear();
        failed.clear();
    }

    /// Whether there are no errors, apart from violations.
    pub(crate) fn has_no_errors(&self) -> bool {
        self.before.is_empty() && self.after.is_empty() && self.lowered.is_empty()
    }
}
