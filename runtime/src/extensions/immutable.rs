//! The immutability step: compares the new object with the old one.
//!
//! In: both objects. Out: violations, in document order. Only values with different bytes are visited, so an
//! update that does not change immutable values costs no more than the containers around its changes.

use alloc::vec::Vec;

use crdc_vocabulary::{Dialect, Immutability, below};

use super::differing::Seen;
use super::pairing::{NONE, Pair, Pairs, Tapes};
use super::report::{ImmutabilityViolation, Removed, Site as At};
use super::walk::{ChildPair, Frame, Items, Known, Within};
use crate::places::{Allows, Breach, DialectRules, ExtensionNode, ImmutabilityRule, ItemKind};
use crdc_object::tape::{Kind, Tape};

/// The comparison of two objects.
pub(super) struct Check<'t, 'b, 'p> {
    pub(super) tapes: Tapes<'t>,
    pub(super) seen: Seen<'t, 'p>,
    pub(super) pairs: &'b mut Pairs,
    pub(super) frames: &'b mut Vec<Frame<'p>>,
    pub(super) held: &'b mut Vec<ChildPair<'p>>,
    pub(super) violations: &'b mut Vec<ImmutabilityViolation<'p>>,
}

impl<'p> Check<'_, '_, 'p> {
    /// Processes all frames and those that they lead to.
    #[inline(never)]
    pub(super) fn run(&mut self) {
        while let Some(frame) = self.frames.pop() {
            let unknown = frame.known == Known::Nothing && !frame.both.contains(&NONE);
            if unknown && !frame.asks_all && self.tapes.same_bytes(frame.both) {
                continue;
            }
            match frame.within {
                None => self.surface(frame),
                Some(within) => self.deep(frame, within),
            }
        }
    }

    /// Processes a value that is not immutable itself: descends to those that are.
    fn surface(&mut self, frame: Frame<'p>) {
        let Frame { both, place, by_index, .. } = frame;
        let plain = self.tapes.container(both) == Some(Kind::Array) && matches!(place.list, ItemKind::Index);
        // A marker that applies to every item applies to none if the list did not change.
        let asks_items = plain && place.items.is_some_and(|edge| edge.below & below::NEW != 0);
        if asks_items && !frame.asks_all && self.pairs.are_equal(self.tapes, both) {
            return;
        }
        let asks_all = frame.asks_all || asks_items;
        self.held.clear();
        if asks_all || !self.pairs.changed(&self.tapes, self.seen, &frame, self.held) {
            self.held.clear();
            self.pairs.held(self.tapes, both, place, (below::MARKS | below::NEW, Items::ByIndex), self.held);
        }
        for index in 0..self.held.len() {
            if let Some(held) = self.held.get(index).copied() {
                self.edge(held, by_index || plain);
            }
        }
    }

    /// Processes a value that may be immutable. Its counterpart may have been found by index only.
    pub(super) fn edge(&mut self, held: ChildPair<'p>, by_index: bool) {
        let [new, old] = held.both;
        if let Some(mark) = held.edge.mark {
            let seen = if by_index && !mark.dialect.compares_items() {
                ChildPair { both: [new, NONE], parent: held.parent.map(|parent| [parent[0], NONE]), ..held }
            } else {
                held
            };
            match mark.marked {
                Immutability::Immutable => self.immutable(seen, mark),
                marked => self.keys(seen, marked, mark.dialect),
            }
        }
        let marked_whole = held.edge.mark.is_some_and(|mark| mark.marked == Immutability::Immutable);
        let looked_at = old != NONE || held.edge.below & below::NEW != 0;
        if !marked_whole && new != NONE && looked_at {
            let asks_all = by_index && held.edge.below & below::NEW != 0;
            let known = held.known;
            self.frames.push(Frame { by_index, asks_all, known, ..Frame::new(held.both, held.edge.place()) });
        }
    }

    /// Processes a value that is immutable as a whole.
    fn immutable(&mut self, ChildPair { edge, both, parent, known }: ChildPair<'p>, mark: ImmutabilityRule) {
        let dialect = mark.dialect;
        match both {
            [NONE, NONE] => {
                if let Some([parent, NONE]) = parent.filter(|_| dialect.refuses_new()) {
                    self.violate(At { name: edge.name, ..At::new(parent) }, Breach::Set, dialect);
                }
            }
            [new, NONE] => {
                let new_parent = parent.is_none_or(|parent| parent[1] == NONE);
                let seen = if new_parent {
                    dialect.refuses_new()
                } else {
                    mark.presence && !is_nothing(self.tapes.new, new, dialect)
                };
                if seen {
                    self.violate(At::new(new), Breach::Set, dialect);
                }
            }
            [NONE, old] => {
                if let Some([parent, _]) = parent.filter(|parent| parent[0] != NONE)
                    && mark.presence
                    && !is_nothing(self.tapes.old, old, dialect)
                {
                    self.violate(At::gone(parent, old), Breach::Unset, dialect);
                }
            }
            [new, _] => {
                let marked = (!dialect.is_deep()).then_some(new);
                let within = Some(Within { dialect, marked });
                self.frames.push(Frame { within, known, ..Frame::new(both, edge.place()) });
            }
        }
    }

    /// Processes a map, list map or set whose keys are restricted.
    fn keys(
        &mut self,
        ChildPair { edge, both, parent, known }: ChildPair<'p>,
        marked: Immutability,
        dialect: Dialect,
    ) {
        // An absent field counts as one without keys while its parent exists on both sides. Entries and items
        // can be added and removed.
        let on_both_sides = match parent {
            Some(parent) => !parent.contains(&NONE),
            None => !both.contains(&NONE),
        };
        let asks_of_new = dialect.refuses_new() && both[0] != NONE;
        if !(on_both_sides || asks_of_new) {
            return;
        }
        // A value of another kind has no keys.
        let kind = match edge.place().list {
            ItemKind::Index | ItemKind::Type(_) | ItemKind::Whole => Kind::Object,
            ItemKind::Value | ItemKind::Keys(_) => Kind::Array,
        };
        let has_keys = |tape: Tape<'_>, at: u32| at != NONE && tape.entry(at).kind == kind;
        let new = if has_keys(self.tapes.new, both[0]) { both[0] } else { NONE };
        let old = if has_keys(self.tapes.old, both[1]) { both[1] } else { NONE };
        if known == Known::Nothing && new != NONE && old != NONE && self.tapes.same_bytes([new, old]) {
            return;
        }
        let members = members_of(edge.place(), dialect);
        self.pairs.keys(self.tapes, [new, old], edge.place().list, members);
        for index in 0..self.pairs.found.len() {
            match self.pairs.found.get(index).copied() {
                Some([added, NONE]) if !marked.may_add() => {
                    let at = if dialect.names_keys() { At::new(added) } else { At::new(new) };
                    self.violate(at, Breach::Added, dialect);
                }
                Some([NONE, removed]) if !marked.may_remove() => {
                    // An item is reported at its list.
                    let named = kind == Kind::Object && dialect.names_keys();
                    let key = if named { removed } else { NONE };
                    let at = match (both, parent) {
                        ([NONE, map], Some([parent, _])) => At { via: [map, key], ..At::new(parent) },
                        ([NONE, _], None) => continue,
                        ([map, _], _) => At { via: [key, NONE], ..At::new(map) },
                    };
                    let keys = if let ItemKind::Keys(keys) = edge.place().list { keys } else { &[] };
                    let removed = (kind == Kind::Array && dialect.names_keys())
                        .then_some(Removed { at: removed, keys });
                    self.violations.push(ImmutabilityViolation {
                        at,
                        breach: Breach::Removed,
                        dialect,
                        removed,
                    });
                }
                _ => {}
            }
        }
    }

    /// Compares values that must be equal but have different bytes.
    fn deep(&mut self, Frame { both, place, .. }: Frame<'p>, within: Within) {
        let dialect = within.dialect;
        let [new, old] = both;
        let is_whole = matches!(place.list, ItemKind::Whole);
        match self.tapes.container(both) {
            Some(_) if is_whole && self.pairs.are_equal(self.tapes, both) => {}
            Some(_) if is_whole => self.differ(within, At::new(new), Breach::Modified),
            Some(Kind::Object) => {
                let is_absent = |tape: Tape<'_>, at| dialect.empty_is_absent() && is_empty(tape, at);
                self.pairs.members(self.tapes, both, false);
                for index in 0..self.pairs.found.len() {
                    match self.pairs.found.get(index).copied() {
                        Some([added, NONE]) if is_absent(self.tapes.new, added) => {}
                        Some([NONE, gone]) if is_absent(self.tapes.old, gone) => {}
                        Some([added, NONE]) => self.differ(within, At::new(added), Breach::Set),
                        Some([NONE, gone]) => self.differ(within, At::gone(new, gone), Breach::Unset),
                        Some(both) => {
                            let entry = self.tapes.new.entry(both[0]);
                            let edge =
                                if entry.is_map_value() { place.each } else { place.field(entry.field) };
                            let place = edge.map_or(ExtensionNode::NONE, |edge| edge.place());
                            self.frames.push(Frame { within: Some(within), ..Frame::new(both, place) });
                        }
                        None => {}
                    }
                }
            }
            Some(_) => {
                let items = place.items.map_or(ExtensionNode::NONE, |edge| edge.place());
                match self.matched(both, place, within) {
                    Some(within) => {
                        for &both in &self.pairs.found {
                            self.frames.push(Frame { within: Some(within), ..Frame::new(both, items) });
                        }
                    }
                    None => self.differ(within, At::new(new), Breach::Modified),
                }
            }
            None if self.tapes.same_scalar(both) => {}
            None if dialect.empty_is_absent()
                && is_empty(self.tapes.new, new)
                && is_empty(self.tapes.old, old) => {}
            None => self.differ(within, At::new(new), Breach::Modified),
        }
    }

    /// Pairs the items of two lists, if both have the same length and keys, and returns the context for
    /// comparing them. Pairs of items that are still to be compared are added to the buffer.
    fn matched(&mut self, both: Pair, place: &ExtensionNode<'p>, within: Within) -> Option<Within> {
        let (tapes, dialect) = (self.tapes, within.dialect);
        self.pairs.found.clear();
        let list = place.list;
        match list {
            ItemKind::Value if dialect.sets_are_unordered() => {
                let same = self.pairs.same_members(tapes, both, members_of(place, dialect));
                self.pairs.found.clear();
                same.then_some(within)
            }
            ItemKind::Keys(_) if dialect.maps_are_unordered() => {
                self.pairs.items(tapes, both, list);
                let mut found = self.pairs.found.iter();
                found.all(|both| !both.contains(&NONE)).then_some(within)
            }
            // Items with duplicate keys are compared by index; a difference is one of the list.
            ItemKind::Keys(keys) if !self.pairs.are_distinct(tapes, both, keys) => {
                self.pairs.items(tapes, both, ItemKind::Index);
                let marked = within.marked.or(Some(both[0]));
                let mut found = self.pairs.found.iter();
                found.all(|both| !both.contains(&NONE)).then_some(Within { marked, ..within })
            }
            _ => {
                self.pairs.items(tapes, both, ItemKind::Index);
                let keys = if let ItemKind::Keys(keys) = list { keys } else { &[] };
                let mut found = self.pairs.found.iter();
                found.all(|both| !both.contains(&NONE) && tapes.same_keys(*both, keys)).then_some(within)
            }
        }
    }

    fn differ(&mut self, within: Within, at: At<'p>, breach: Breach) {
        match within.marked {
            Some(marked) => self.violate(At::new(marked), Breach::Modified, within.dialect),
            None => self.violate(at, breach, within.dialect),
        }
    }

    fn violate(&mut self, at: At<'p>, breach: Breach, dialect: Dialect) {
        self.violations.push(ImmutabilityViolation { at, breach, dialect, removed: None });
    }
}

/// The node of a set's members, if they may contain sets whose order is ignored.
fn members_of<'p>(set: &ExtensionNode<'p>, dialect: Dialect) -> Option<&'p ExtensionNode<'p>> {
    set.items.filter(|_| dialect.sets_are_unordered()).map(|edge| edge.place())
}

/// Whether a field with this value counts as absent.
fn is_nothing(tape: Tape<'_>, at: u32, dialect: Dialect) -> bool {
    let null = dialect.null_is_absent() && tape.entry(at).kind == Kind::Null;
    null || dialect.empty_is_absent() && is_empty(tape, at)
}

/// Whether a value is null, or an empty list or object.
fn is_empty(tape: Tape<'_>, at: u32) -> bool {
    match tape.entry(at).kind {
        Kind::Null => true,
        Kind::Array | Kind::Object => tape.children(at).next().is_none(),
        _ => false,
    }
}
