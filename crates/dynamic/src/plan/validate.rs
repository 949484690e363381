//! Validates decoded values by the branches of a plan, like the code that `emit/validated.rs` of crdc-codegen
//! writes.

use super::decode::{check_number, check_text};
use super::node::Branch;
use super::runtime::Validator;

/// The branches of a plan.
#[derive(Clone, Copy)]
pub(super) struct Branches<'p>(pub(super) &'p [Option<Branch<'p>>]);

impl<'p> Branches<'p> {
    /// Validates the current value.
    pub(super) fn node(self, id: usize, d: &mut Validator<'_, 'p>) {
        if let Some(Some(branch)) = self.0.get(id) {
            self.branch(branch, d);
        }
    }

    pub(super) fn branch(self, branch: &'p Branch<'p>, d: &mut Validator<'_, 'p>) {
        if let Some(shape) = &branch.shape
            && !d.open(shape, branch.typed, branch.formatted)
        {
            return;
        }
        if let Some(alternatives) = &branch.alternatives {
            d.alternatives(alternatives);
        }
        if let Some(n) = d.number() {
            check_number(&branch.numbers, n, |rule| d.raise(rule));
        }
        if d.is_list() {
            let items = branch.items.map(|id| move |d: &mut Validator<'_, 'p>| self.node(id, d));
            match (branch.positions, items) {
                ([], Some(items)) => d.items(items),
                ([], None) => {}
                (positions, _) => d.positions(positions, branch.after_positions),
            }
            if !branch.items_limits.is_empty() {
                let count = d.count();
                branch.items_limits.check(count, |rule| d.raise(rule));
            }
        }
        self.object(branch, d);
        let is_text = branch.texts.is_read;
        let otherwise = match d.text().filter(|_| is_text) {
            Some(mut c) => check_text(&branch.texts, &mut c),
            None => true,
        };
        if let Some(values) = branch.values.filter(|_| otherwise) {
            d.check_scalar(values);
        }
    }

    fn object(self, branch: &'p Branch<'p>, d: &mut Validator<'_, 'p>) {
        if !d.is_object() {
            return;
        }
        if (!branch.named.is_empty() || branch.each.is_some())
            && let Some(mut members) = d.members()
        {
            let mut words = [0; 16];
            let mut many;
            let seen = match words.get_mut(..branch.required.len().div_ceil(64)) {
                Some(few) => few,
                None => {
                    many = vec![0; branch.required.len().div_ceil(64)];
                    &mut many[..]
                }
            };
            while let Some((key, at)) = d.next_member(&mut members) {
                let known = d.named(branch.named, key, at, seen);
                if let Some(each) = branch.each.filter(|_| !known) {
                    d.member(at, |d| self.node(each, d));
                }
            }
            // Absent names are reported one by one; there are none to report if all are present.
            d.missing(seen, branch.required);
        }
        if !branch.limits.is_empty() {
            let count = d.count();
            branch.limits.check(count, |rule| d.raise(rule));
        }
    }
}
