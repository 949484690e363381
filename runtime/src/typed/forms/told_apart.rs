//! Lists whose items are told apart, by keys or by themselves: which of them come and go, which stand there twice.
//!
//! In: regions of the index, in which equals stand side by side. Out: violations and errors, in the order of the items.

use alloc::string::String;
use alloc::vec::Vec;

use crate::extensions::{Allows, Breach};
use crate::typed::index::{Region, Run};
use crate::typed::path::Step;
use crate::typed::{Compare, Immutability, Validator};

/// Whether nothing is to be said of lists of these lengths, should one be the beginning of the other.
pub(super) fn is_decided(marked: Immutability, new: usize, old: usize) -> bool {
    (new <= old || marked.may_add()) && (old <= new || marked.may_remove())
}

impl Compare<'_> {
    /// Takes down what came and may not, each by its index, and what went that may not. Ends both regions. `show_added` and
    /// `show_removed` write an item as an error shows it.
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
            // An item is reported at its list.
            self.violate(Breach::Removed, None, &|out| show_removed(index, out));
        }
        added.sort_unstable();
        for index in added {
            self.violate(Breach::Added, Some(Step::Item(index as u32)), &|out| show_added(index, out));
        }
    }
}

impl Validator<'_> {
    /// Calls for the second of each set of equal items. Ends the region, and puts what was found from `start` on in order.
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

    /// Puts what was found in a list in order.
    #[cold]
    pub(super) fn ordered(&mut self, start: usize) {
        self.work.order_items(start, self.path.depth());
    }
}
