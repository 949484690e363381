//! The way to the first change of an update, which is the only one of most.
//!
//! In: a pair that the change is in. Out: how far down nothing else differs and nothing is marked; from there on all is gone
//! through (`immutable.rs`). Easy to break: what stands before the change is equal, since the generation went over
//! it; what stands behind it is held against its own, all at once where it is text.

use crdc_vocabulary::below;

use super::differing::{Child, Children, Seen, edge_to, is_wanted};
use super::node::{Edge, ItemKind};
use super::pairing::Tapes;
use super::walk::{Frame, Known};
use crate::tape::{Entry, INPUT, Kind, ORIGIN, TOUCHED};

/// What was found.
enum Step {
    /// Something else may differ, or is asked.
    Stay,
    /// Nothing is marked there.
    Nowhere,
    /// All that differs is there.
    On([u32; 2], &'static Edge),
}

/// Where there is something to look at; nothing where nothing marked can have changed. A function of its own, which
/// most updates do not get beyond.
#[inline(never)]
pub(super) fn follow(tapes: &Tapes<'_>, seen: &Seen<'_>, root: Frame) -> Option<Frame> {
    let (mut frame, mut back) = (root, root);
    loop {
        match step(tapes, seen, &frame, back.both != frame.both) {
            Step::Stay => return Some(back),
            Step::Nowhere => return None,
            Step::On(both, edge) => {
                let list = (tapes.container(frame.both) == Some(Kind::Array)).then_some(frame.place.list);
                let by_index = frame.by_index || matches!(list, Some(ItemKind::Index));
                let next = Frame { both, place: edge.place, by_index, known: Known::First, ..frame };
                // Items are counterparts unless their keys changed. If that is all that did, nobody asks; if not, they
                // are paired by who goes through the list.
                back = if matches!(list, Some(ItemKind::Keys(_))) { frame } else { next };
                frame = next;
            }
        }
    }
}

/// One container further. Of an item of a list map everything else must be the same, its keys among it.
fn step(tapes: &Tapes<'_>, seen: &Seen<'_>, frame: &Frame, is_item: bool) -> Step {
    let (both, place) = (frame.both, frame.place);
    let [new, old] = both;
    let (Some(p), Some(q)) = (tapes.new.entries.get(new as usize), tapes.old.entries.get(old as usize))
    else {
        return Step::Stay;
    };
    if p.kind != q.kind {
        return Step::Stay;
    }
    let is_list = match p.kind {
        Kind::Object => false,
        Kind::Array => true,
        // What is marked was asked on the way here.
        _ => return Step::Nowhere,
    };
    if is_list && place.items.is_none_or(|edge| !is_wanted(edge)) {
        return Step::Nowhere;
    }
    let (mut a, mut b) = (Children::of(&tapes.new, new), Children::of(&tapes.old, old));
    a.seek(seen.first[0]);
    b.seek(seen.first[1]);
    let (Some(x), Some(y)) = (a.next(), b.next()) else { return Step::Stay };
    let asked = |child: &Child<'_>| is_list || is_item || edge_to(place, child.entry).is_some();
    if !seen.is_in(&x, &y) || !is_same(tapes, asked, [p, q], (a, b)) {
        return Step::Stay;
    }
    let edge = if is_list { place.items } else { edge_to(place, x.entry) };
    let Some(edge) = edge else { return Step::Nowhere };
    let has_counterpart = !is_list
        || match place.list {
            ItemKind::Index => true,
            ItemKind::Keys(_) => seen.are_distinct(both),
            ItemKind::Value => false,
        };
    if !has_counterpart || edge.mark.is_some() || edge.below & below::NEW != 0 {
        return Step::Stay;
    }
    Step::On([x.at, y.at], edge)
}

/// Whether nothing that is asked for differs in the rest of two containers.
#[inline(always)]
fn is_same<'t>(
    tapes: &Tapes<'t>,
    asked: impl Fn(&Child<'_>) -> bool,
    containers: [&Entry; 2],
    (mut a, mut b): (Children<'t>, Children<'t>),
) -> bool {
    let mut next = (a.next(), b.next());
    if let (Some(x), Some(y)) = &next
        && is_same_text(tapes, containers, [x, y])
    {
        return true;
    }
    while let (Some(x), Some(y)) = &next {
        if !tapes.same_key(x.entry, y.entry) || asked(x) && !tapes.same_text(x.entry, y.entry) {
            return false;
        }
        next = (a.next(), b.next());
    }
    next.0.is_none() && next.1.is_none()
}

/// Whether two containers are written the same from these children on, and were changed by nothing but decoding, which
/// changes alike what is alike. Defaults come behind what is written; both have those of the keys that they lack, and as
/// many children as the other has.
fn is_same_text(tapes: &Tapes<'_>, [p, q]: [&Entry; 2], [x, y]: [&Child<'_>; 2]) -> bool {
    let is_text = |entry: &Entry, but: u8| entry.flags & (ORIGIN | but) == INPUT;
    // An item has no key.
    let start = |child: &Child<'_>| child.entry.key.min(child.entry.start) as usize;
    is_text(p, TOUCHED)
        && is_text(q, TOUCHED)
        && is_text(x.entry, 0)
        && is_text(y.entry, 0)
        && tapes.new.source(p).get(start(x)..p.end as usize)
            == tapes.old.source(q).get(start(y)..q.end as usize)
}
