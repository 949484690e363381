//! What the steps of extensions get of a request: both objects as they are, and the right to change what is stored.

use super::{Objects, Operation, rejudge, rules, tape};
use crate::extensions::{Changes, Tapes};

impl Objects<'_> {
    /// The object that will be stored, and the one before. A status update has both on one tape.
    pub(crate) fn tapes(&self) -> Tapes<'_> {
        let new = rules::stored(self.compiled, self.request, self.scratch);
        let old = match self.request.operation {
            Operation::Update => tape(self.compiled, &self.scratch.old, self.request.old, b""),
            _ => new,
        };
        Tapes { new, old }
    }

    /// Of a status update: the new status and the one before.
    pub(crate) fn statuses(&self) -> [Option<u32>; 2] {
        self.scratch.statuses
    }

    /// Changes what will be stored. Its values are judged again then, as they are now.
    pub(crate) fn change(&mut self, changes: &mut Changes) {
        let side = match self.request.operation {
            Operation::UpdateStatus => &mut self.scratch.old,
            _ => &mut self.scratch.new,
        };
        if changes.make(side) {
            rejudge::rejudge(self.compiled, self.request, self.scratch);
        }
    }

    /// Changes how what will be stored is written, and nothing else.
    pub(crate) fn settle(&mut self, changes: &mut Changes) {
        changes.make(match self.request.operation {
            Operation::UpdateStatus => &mut self.scratch.old,
            _ => &mut self.scratch.new,
        });
    }

    /// Changes what the new object is compared with.
    pub(crate) fn change_old(&mut self, changes: &mut Changes) {
        changes.make(&mut self.scratch.old);
    }
}
