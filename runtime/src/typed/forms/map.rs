//! Maps: objects whose keys are not fields.

use alloc::string::String;

use crdc_vocabulary::Immutability;

use super::map_keys::{Finder, MapKeys};
use crate::places::{Allows, Breach};
use crate::typed::compare::{Compare, Edge, Mode};
use crate::typed::entries::Entries;
use crate::typed::form::Form;
use crate::typed::index::Index;
use crate::typed::normalization::Normalization;
use crate::typed::pair::Pair;
use crate::typed::path::Step;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;
use crdc_object::json::escape;

/// An object under `additionalProperties`.
#[derive(Clone, Copy, Debug)]
pub struct Map<K, F> {
    /// The keys.
    pub keys: K,
    /// The values.
    pub values: F,
    /// The edge to the values.
    pub edge: &'static Edge,
}

impl<K, F> Map<K, F> {
    /// Whether both have the same keys in the same order, as is usual for sorted maps.
    #[inline]
    fn same_keys<M: Entries>(self, new: &M, old: &M) -> bool
    where
        K: MapKeys<M::Key>,
    {
        new.count() == old.count()
            && new.entries().zip(old.entries()).all(|((new, _), (old, _))| self.keys.same(new, old))
    }

    /// Calls `visit` for each entry of a map whose key is missing in the other one.
    fn missing<M: Entries>(
        &self,
        (map, other): (Option<&M>, Option<&M>),
        at: &mut Compare<'_>,
        mut visit: impl FnMut(&mut Compare<'_>, u32, &M::Key, &M::Value),
    ) where
        K: MapKeys<M::Key>,
    {
        let mut finder = other.map(|other| Finder::new(self.keys, other));
        for (position, (key, value)) in (0..).zip(map.iter().flat_map(|map| map.entries())) {
            let found = finder.as_mut().and_then(|finder| finder.find(key, &mut at.work.index));
            if found.is_none() {
                visit(at, position, key, value);
            }
        }
        if let Some(finder) = finder {
            finder.end(&mut at.work.index);
        }
    }
}

impl<M: Entries, K: MapKeys<M::Key>, F: Form<M::Value>> Form<M> for Map<K, F> {
    #[inline(always)]
    fn leads(self) -> bool {
        self.edge.mark.is_some() || self.values.leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        self.values.validates()
    }

    #[inline]
    fn compare(self, new: &M, old: &M, at: &mut Compare<'_>) {
        if at.mode != Mode::Marks && !self.same_keys(new, old) {
            self.missing((Some(old), Some(new)), at, |at, _, key, value| {
                at.enter(Step::Key(0, key), None, self.values, Pair::of(None, Some(value)));
            });
        }
        let mut turns = old.entries();
        let mut finder = Finder::new(self.keys, old);
        for (position, (key, value)) in (0..).zip(new.entries()) {
            let turn = turns.next().filter(|(turn, _)| self.keys.same(turn, key));
            let found = turn.map(|(_, old)| old).or_else(|| finder.find(key, &mut at.work.index));
            if found.is_some() || at.mode != Mode::Marks {
                at.enter(Step::Key(position, key), self.edge.mark, self.values, Pair::of(Some(value), found));
            }
        }
        finder.end(&mut at.work.index);
    }

    fn keys(self, new: Option<&M>, old: Option<&M>, marked: Immutability, at: &mut Compare<'_>) {
        if let (Some(new), Some(old)) = (new, old)
            && self.same_keys(new, old)
        {
            return;
        }
        if !marked.may_remove() {
            self.missing((old, new), at, |at, _, key, _| {
                at.violate(Breach::Removed, Some(Step::Key(0, key)), &|_| ());
            });
        }
        if !marked.may_add() {
            self.missing((new, old), at, |at, position, key, value| {
                at.violate(Breach::Added, Some(Step::Key(position, key)), &|out| {
                    self.values.json(value, out)
                });
            });
        }
    }

    #[inline]
    fn validate(self, new: &M, old: Option<&M>, at: &mut Validator<'_>) {
        if self.values.validates() {
            let mut finder = old.map(|old| Finder::new(self.keys, old));
            for (position, (key, value)) in (0..).zip(new.entries()) {
                let found = finder.as_mut().and_then(|finder| finder.find(key, &mut at.work.index));
                at.enter(Step::Key(position, key), self.values, value, found);
            }
            if let Some(finder) = finder {
                finder.end(&mut at.work.index);
            }
        }
    }

    fn normalize_value(self, new: &mut M, old: Option<&M>, step: Normalization) {
        if self.values.validates() {
            let mut finder = old.map(|old| Finder::new(self.keys, old));
            let mut index = Index::default();
            new.each(|key, value| {
                let found = finder.as_mut().and_then(|finder| finder.find(key, &mut index));
                self.values.normalize_value(value, found, step);
            });
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
            out.push('"');
            self.keys.text(key, &mut |text| escape::append_content(out, text));
            out.push_str("\":");
            self.values.json(value, out);
            separator = ',';
        }
        out.push_str(if separator == '{' { "{}" } else { "}" });
    }
}
