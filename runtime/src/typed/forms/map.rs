//! Maps: objects whose keys are no fields.

use alloc::string::String;

use super::Form;
use crate::extensions::{Allows, Breach};
use crate::json::escape;
use crate::typed::compare::Mode;
use crate::typed::path::Step;
use crate::typed::{Both, Compare, Edge, Entries, Judge, Marked, Scalar, Settle, Writes};

/// An object under `additionalProperties`.
#[derive(Clone, Copy, Debug)]
pub struct Map<F> {
    /// The values.
    pub values: F,
    /// What is said of the way to them.
    pub edge: &'static Edge,
}

/// Whether both have the same keys in the same order, as sorted maps have after most updates.
#[inline]
fn same_keys<M: Entries>(new: &M, old: &M) -> bool {
    new.count() == old.count() && new.entries().zip(old.entries()).all(|((new, _), (old, _))| new == old)
}

impl<M: Entries, F: Form<M::Value>> Form<M> for Map<F> {
    #[inline(always)]
    fn leads(self) -> bool {
        self.edge.mark.is_some() || self.values.leads()
    }

    #[inline(always)]
    fn judges(self) -> bool {
        self.values.judges()
    }

    #[inline]
    fn compare(self, new: &M, old: &M, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && !same_keys(new, old) {
            for (key, value) in old.entries() {
                if new.value(key).is_none() {
                    at.enter(Step::Key(0, key), None, self.values, Both::of(None, Some(value)));
                }
            }
        }
        let mut turns = old.entries();
        for (position, (key, value)) in (0..).zip(new.entries()) {
            let turn = turns.next().filter(|(turn, _)| *turn == key);
            let both = Both::of(Some(value), turn.map(|(_, old)| old).or_else(|| old.value(key)));
            if both.old.is_some() || at.mode != Mode::Marks {
                at.enter(Step::Key(position, key), self.edge.mark, self.values, both);
            }
        }
    }

    fn keys(self, new: Option<&M>, old: Option<&M>, marked: Marked, at: &mut Compare<'_>) {
        if let (Some(new), Some(old)) = (new, old)
            && same_keys(new, old)
        {
            return;
        }
        let has = |map: Option<&M>, key: &M::Key| map.is_some_and(|map| map.value(key).is_some());
        if !marked.may_remove() {
            for (key, _) in old.iter().flat_map(|old| old.entries()).filter(|(key, _)| !has(new, key)) {
                at.violate(Breach::Removed, Some(Step::Key(0, key)), &|_| ());
            }
        }
        if !marked.may_add() {
            for (position, (key, value)) in (0..).zip(new.iter().flat_map(|new| new.entries())) {
                if !has(old, key) {
                    at.violate(Breach::Added, Some(Step::Key(position, key)), &|out| {
                        self.values.json(value, out)
                    });
                }
            }
        }
    }

    #[inline]
    fn judge(self, new: &M, old: Option<&M>, at: &mut Judge<'_>) {
        if self.values.judges() {
            for (position, (key, value)) in (0..).zip(new.entries()) {
                at.enter(Step::Key(position, key), self.values, value, old.and_then(|old| old.value(key)));
            }
        }
    }

    fn settle(self, new: &mut M, old: Option<&M>, step: Settle) {
        if self.values.judges() {
            new.each(|key, value| self.values.settle(value, old.and_then(|old| old.value(key)), step));
        }
    }

    #[inline(always)]
    fn scalar(self, _: &M) -> Scalar<'_> {
        Scalar::Other
    }

    fn is_empty(self, value: &M) -> bool {
        value.count() == 0
    }

    fn count(self, value: &M) -> usize {
        value.count()
    }

    fn json(self, value: &M, out: &mut String) {
        let mut separator = '{';
        for (key, value) in value.entries() {
            out.push(separator);
            let mut name = String::new();
            key.key(&mut name);
            escape::append_string(out, &name);
            out.push(':');
            self.values.json(value, out);
            separator = ',';
        }
        out.push_str(if separator == '{' { "{}" } else { "}" });
    }
}
