//! Finds the differences of two containers in the usual update: a few values change, the others keep their
//! order.
//!
//! In: two containers of one kind, and the first difference of both objects, as found for the generation.
//! Out: pairs that differ and lead to an immutability marker, or false if the order changed, for the caller
//! to compare everything (`walk.rs`). Easy to break: whatever is skipped must be equal. Values are known to
//! be equal if their bytes are, or if they precede the first difference in a child-by-child comparison.
//! Different bytes alone do not prove a difference.

use alloc::vec::Vec;

use crdc_vocabulary::below;

use super::pairing::{NONE, Pair, Pairs, Tapes};
use super::walk::{ChildPair, Frame, Known};
use crate::error::ListKey;
use crate::places::{Edge, ExtensionNode, ItemKind};
use crate::side::Listed;
use crdc_object::tape::{Entry, Kind, Tape};

/// The number of pairs of items that are compared to find one with the same keys, and of lists that are
/// searched for one.
const FEW_PAIRS: usize = 64;

/// Hints about both objects: the first difference, and lists that may have duplicates.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'t, 'p> {
    /// The position of the first difference; the root if unknown.
    pub(crate) first: [u32; 2],
    /// Lists of each object that may have duplicate keys or items.
    pub(crate) listed: [&'t [Listed<'p>]; 2],
}

impl Seen<'_, '_> {
    /// Whether the first difference is inside both values of a pair.
    #[inline(always)]
    pub(super) fn is_in(&self, x: &Child<'_>, y: &Child<'_>) -> bool {
        let [new, old] = self.first;
        (x.at..x.after).contains(&new) && (y.at..y.after).contains(&old)
    }

    /// Whether the decoder found no duplicate keys in either of two list maps. False without a search if it
    /// recorded many lists.
    pub(super) fn are_distinct(&self, both: Pair) -> bool {
        let is_in = |listed: &[Listed<'_>], at| {
            listed.len() > FEW_PAIRS || listed.iter().any(|(list, _)| *list == at)
        };
        let [new, old] = self.listed;
        !is_in(new, both[0]) && !is_in(old, both[1])
    }
}

/// A live child, and the index after it.
pub(super) struct Child<'t> {
    pub(super) at: u32,
    pub(super) entry: &'t Entry,
    after: u32,
}

/// The live children of a container.
pub(super) struct Children<'t> {
    /// The entries up to the end of the container.
    entries: &'t [Entry],
    at: usize,
}

impl<'t> Children<'t> {
    pub(super) fn of(tape: &Tape<'t>, at: u32) -> Self {
        let container = tape.entries.get(at as usize).filter(|entry| entry.is_container());
        let end = container.map_or(0, |container| container.next as usize);
        Children { entries: tape.entries.get(..end).unwrap_or_default(), at: at as usize + 1 }
    }

    /// Moves to the child that contains `at`. The branch on whether an entry is a container is left to
    /// prediction: a data dependency would serialize the loop.
    #[inline(always)]
    pub(super) fn seek(&mut self, at: u32) {
        let wanted = at as usize;
        while self.at < wanted {
            match self.entries.get(self.at) {
                Some(entry) if entry.is_container() => {
                    let entry_end = entry.next as usize;
                    if entry_end > wanted {
                        break;
                    }
                    self.at = entry_end.max(self.at + 1);
                }
                Some(_) => self.at += 1,
                None => break,
            }
        }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Child<'t>;

    #[inline(always)]
    fn next(&mut self) -> Option<Child<'t>> {
        loop {
            let (at, entry) = (self.at, self.entries.get(self.at)?);
            self.at = if entry.is_container() { (entry.next as usize).max(at + 1) } else { at + 1 };
            if !entry.is_dead() {
                return Some(Child { at: at as u32, entry, after: self.at as u32 });
            }
        }
    }
}

/// The children of two containers in step.
struct Turns<'t, 'p> {
    tapes: &'t Tapes<'t>,
    seen: Seen<'t, 'p>,
    new: Children<'t>,
    old: Children<'t>,
}

/// One step: a child of each container, if there are any left.
struct Turn<'t> {
    new: Option<Child<'t>>,
    old: Option<Child<'t>>,
    known: Known,
}

impl<'t, 'p> Turns<'t, 'p> {
    fn new(tapes: &'t Tapes<'t>, seen: Seen<'t, 'p>, frame: &Frame<'_>) -> Self {
        let [new, old] = frame.both;
        let mut turns =
            Turns { tapes, seen, new: Children::of(&tapes.new, new), old: Children::of(&tapes.old, old) };
        if frame.known == Known::First {
            turns.new.seek(seen.first[0]);
            turns.old.seek(seen.first[1]);
        }
        turns
    }

    fn next(&mut self) -> Option<Turn<'t>> {
        let (new, old) = (self.new.next(), self.old.next());
        let known = match (&new, &old) {
            (Some(x), Some(y)) if self.seen.is_in(x, y) => Known::First,
            (Some(_), Some(_)) => Known::Nothing,
            (None, None) => return None,
            _ => Known::Differ,
        };
        Some(Turn { new, old, known })
    }

    /// The next step whose values differ by their bytes.
    fn next_differing(&mut self) -> Option<Turn<'t>> {
        loop {
            let turn = self.next()?;
            match (turn.known, &turn.new, &turn.old) {
                (Known::Nothing, Some(x), Some(y)) if self.tapes.same_text(x.entry, y.entry) => {}
                (Known::Nothing, ..) => return Some(Turn { known: Known::Differ, ..turn }),
                _ => return Some(turn),
            }
        }
    }
}

impl Turn<'_> {
    fn both(&self) -> Pair {
        [&self.new, &self.old].map(|child| child.as_ref().map_or(NONE, |child| child.at))
    }
}

impl Pairs {
    /// Appends pairs of children of `frame` that differ and lead to an immutability marker. False if the
    /// caller must compare all children.
    pub(super) fn changed<'p>(
        &mut self,
        tapes: &Tapes<'_>,
        seen: Seen<'_, '_>,
        frame: &Frame<'p>,
        out: &mut Vec<ChildPair<'p>>,
    ) -> bool {
        let mut turns = Turns::new(tapes, seen, frame);
        match tapes.container(frame.both) {
            Some(Kind::Object) => return members(turns, frame, out),
            Some(_) => {}
            None => return false,
        }
        let Some(edge) = frame.place.items.filter(|edge| is_wanted(edge)) else { return true };
        match frame.place.list {
            ItemKind::Value | ItemKind::Type(_) | ItemKind::Whole => false,
            ItemKind::Index => {
                while let Some(turn) = turns.next_differing() {
                    out.push(ChildPair { known: turn.known, ..ChildPair::new(edge, turn.both()) });
                }
                true
            }
            ItemKind::Keys(keys) => {
                seen.are_distinct(frame.both) && self.keyed_items(turns, (edge, keys), out)
            }
        }
    }

    /// Items of list maps without duplicate keys, so that each has at most one counterpart.
    fn keyed_items<'p>(
        &mut self,
        mut turns: Turns<'_, '_>,
        (edge, keys): (&'p Edge<'p>, &[ListKey<'_>]),
        out: &mut Vec<ChildPair<'p>>,
    ) -> bool {
        let Pairs { left, right, .. } = self;
        let tapes = turns.tapes;
        left.clear();
        right.clear();
        while let Some(turn) = turns.next_differing() {
            let both = turn.both();
            if !both.contains(&NONE) && tapes.same_keys(both, keys) {
                out.push(ChildPair { known: turn.known, ..ChildPair::new(edge, both) });
            } else {
                left.extend(turn.new.map(|x| x.at));
                right.extend(turn.old.map(|y| y.at));
            }
        }
        // After an added or removed item all later items have moved.
        while let (Some(&x), Some(&y)) = (left.last(), right.last())
            && tapes.same_bytes([x, y])
        {
            left.pop();
            right.pop();
        }
        if left.len().saturating_mul(right.len()) > FEW_PAIRS {
            return false;
        }
        for &x in left.iter() {
            let same = right.iter().position(|&y| tapes.same_keys([x, y], keys));
            let old = same.map_or(NONE, |at| right.swap_remove(at));
            out.push(ChildPair::new(edge, [x, old]));
        }
        out.extend(right.iter().map(|&y| ChildPair::new(edge, [NONE, y])));
        true
    }
}

/// Whether an edge leads to an immutability marker.
pub(super) fn is_wanted(edge: &Edge<'_>) -> bool {
    edge.below & (below::MARKS | below::NEW) != 0
}

/// The edge to a member of an object.
pub(super) fn edge_to<'p>(place: &ExtensionNode<'p>, member: &Entry) -> Option<&'p Edge<'p>> {
    let edge = if member.is_map_value() { place.each } else { place.field(member.field) };
    edge.filter(|edge| is_wanted(edge))
}

/// Members of two objects; false if their keys differ or have another order.
fn members<'p>(mut turns: Turns<'_, '_>, frame: &Frame<'p>, out: &mut Vec<ChildPair<'p>>) -> bool {
    let tapes = turns.tapes;
    while let Some(turn) = turns.next() {
        let (Some(x), Some(y)) = (&turn.new, &turn.old) else { return false };
        if !tapes.same_key(x.entry, y.entry) {
            return false;
        }
        let Some(edge) = edge_to(frame.place, x.entry) else { continue };
        if turn.known != Known::Nothing || !tapes.same_text(x.entry, y.entry) {
            let known = if turn.known == Known::First { Known::First } else { Known::Differ };
            let parent = (!x.entry.is_map_value()).then_some(frame.both);
            out.push(ChildPair { parent, known, ..ChildPair::new(edge, turn.both()) });
        }
    }
    true
}
