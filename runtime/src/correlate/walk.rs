//! Visits values of the new object in order and reports whether each is unchanged. One walk serves all
//! errors.

use alloc::vec::Vec;

use super::Correlated;
use super::lookup::Lookup;
use super::same::same;
use crdc_object::tape::{Children, Tape};

/// A forward walk over the new object that tracks the counterpart of each container.
pub(crate) struct Walk<'t, C> {
    new: Tape<'t>,
    old: Tape<'t>,
    /// Containers with a counterpart that enclose the current value, and the value itself last.
    open: Vec<Open<'t, C>>,
}

struct Open<'t, C> {
    at: u32,
    end: u32,
    old: u32,
    topology: C,
    children: Children<'t>,
    lookup: Lookup<'t, C>,
    same: Option<bool>,
    /// Whether this is the root of a validation, where `kind` and `apiVersion` have no counterparts.
    top: bool,
}

impl<'t, C: Correlated<'t>> Walk<'t, C> {
    /// Creates a walk that starts at two correlated values.
    pub(crate) fn new(new: Tape<'t>, old: Tape<'t>, pair: (u32, u32), topology: C) -> Self {
        let mut walk = Walk { new, old, open: Vec::new() };
        walk.enter(pair, topology, topology.is_validated_from());
        walk
    }

    fn enter(&mut self, (at, old): (u32, u32), topology: C, top: bool) {
        self.open.push(Open {
            at,
            end: self.new.after(at),
            old,
            topology,
            children: self.new.children(at),
            lookup: Lookup::new(self.new, self.old, old, topology),
            same: None,
            top,
        });
    }

    /// Enters containers with counterparts as long as they contain `at`, and `at` itself.
    fn reach(&mut self, at: u32) {
        while self.open.len() > 1 && self.open.last().is_some_and(|open| at >= open.end) {
            self.open.pop();
        }
        while let Some((pair, topology)) = self.below(at) {
            self.enter(pair, topology, false);
        }
    }

    /// Whether the deepest value at or above `at` that has a counterpart equals it. Only then can any value
    /// above it be equal. Must be called in the order of the tape.
    pub(crate) fn is_unchanged(&mut self, at: u32) -> bool {
        self.reach(at);
        let (new, old) = (self.new, self.old);
        match self.open.last_mut() {
            Some(open) => {
                *open.same.get_or_insert_with(|| same(new, old, (open.at, open.old), open.topology))
            }
            None => false,
        }
    }

    /// The counterpart of `at` itself. Must be called in the order of the tape.
    pub(crate) fn counterpart(&mut self, at: u32) -> Option<u32> {
        self.reach(at);
        self.open.last().filter(|open| open.at == at).map(|open| open.old)
    }

    /// The child of the innermost container that contains `at`, with its counterpart.
    fn below(&mut self, at: u32) -> Option<((u32, u32), C)> {
        let new = self.new;
        let open = self.open.last_mut()?;
        if at <= open.at || at >= open.end {
            return None;
        }
        loop {
            let mut ahead = open.children.clone();
            let child = ahead.next().filter(|child| *child <= at)?;
            if at >= new.after(child) {
                open.children = ahead;
                continue;
            }
            if open.top && is_type_meta(new, child) {
                return None;
            }
            let (found, topology) = open.lookup.find(child)?;
            return Some(((child, found), topology));
        }
    }
}

// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go isTypeMetaField
fn is_type_meta(tape: Tape<'_>, at: u32) -> bool {
    matches!(tape.raw_key(&tape.entry(at)), b"kind" | b"apiVersion")
}
