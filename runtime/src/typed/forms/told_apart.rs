//! Lists whose items are identified by keys or by value: finds added, removed and duplicate items.
//!
//! In: regions of the index, in which equal items are adjacent. Out: violations and errors, in the order of
//! the items.

use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::Immutability;

use crate::places::{Allows, Breach};
use crate::typed::compare::Compare;
use crate::typed::index::{Region, Run};
use crate::typed::path::Step;
use crate::typed::validator::Validator;

/// Whether lists of these lengths have no violations if one is a prefix of the other.
pub(super) fn is_decided(marked: Immutability, new: usize, old: usize) -> bool {
    (new <= old || marked.may_add()) && (old <= new || marked.may_remove())
}

impl Compare<'_> {
    /// Reports forbidden additions, by index, and forbidden removals. Ends both regions. `show_added` and
    /// `show_removed` append an item as shown in the error.
    #[cold]
    pub(super) fn changed(
        &mut self,
        marked: Immutability,
        [new, old]: [Region; 2],
        show_added: &dyn Fn(usize, &mut String),
        show_removed: &dyn Fn(usize, &mut String),
    ) {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let mut run = Run::START;
        while let Some(next) = self.work.index.runs(new, old, &run) {
            if next.new.is_empty() && !marked.may_remove() {
                removed.extend(self.work.index.item(old, next.old.start));
            }
            if next.old.is_empty() && !marked.may_add() {
                added.extend(self.work.index.item(new, next.new.start));
            }
            run = next;
        }
        self.work.index.end(new);
        removed.sort_unstable();
        for index in removed {
            // A removed item is reported at its list.
            self.violate(Breach::Removed, None, &|out| show_removed(index, out));
        }
        added.sort_unstable();
        for index in added {
            self.violate(Breach::Added, Some(Step::Item(index as u32)), &|out| show_added(index, out));
        }
    }
}

impl Validator<'_> {
    /// Calls `take_down` for the second of each run of equal items. Ends the region, and sorts the errors
    /// from `start` on.
    #[cold]
    pub(super) fn seconds(
        &mut self,
        region: Region,
        start: usize,
        take_down: &mut dyn FnMut(&mut Validator<'_>, usize),
    ) {
        let (mut from, mut found) = (0, false);
        while let Some((index, next)) = self.work.index.second(region, from) {
            (from, found) = (next, true);
            let mut item = Validator { work: &mut *self.work, path: self.path.to(Step::Item(index as u32)) };
            take_down(&mut item, index);
        }
        self.work.index.end(region);
        if found {
            self.ordered(start);
        }
    }

    /// Sorts the errors of a list.
    #[cold]
    pub(super) fn ordered(&mut self, start: usize) {
        self.work.order_items(start, self.path.depth());
    }
}
