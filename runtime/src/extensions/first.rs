//! Finds the path to the first change of an update, which is usually the only one. Called by `step.rs`, for
//! the step `immutability` of `request/extensions.rs`.
//!
//! In: a pair that contains the change. Out: the deepest container outside of which nothing differs and no
//! immutability marker applies; from there `immutable.rs` compares everything. Easy to break: values before
//! the change are equal, since the comparison for the generation covered them. Values after it are compared
//! with their counterparts, as one text if possible.

use crdc_vocabulary::below;

use super::differing::{Child, Children, Seen, edge_to, is_wanted};
use super::pairing::Tapes;
use super::walk::{Frame, Known};
use crate::places::{Edge, ItemKind};
use crdc_object::tape::{Entry, INPUT, Kind, ORIGIN, TOUCHED};

/// The result of one step.
enum StepResult<'p> {
    /// Something else may differ, or an immutability marker applies.
    Stay,
    /// No immutability marker is below.
    Nowhere,
    /// All differences are in this pair.
    On([u32; 2], &'p Edge<'p>),
}

/// The place where the comparison must begin; `None` if no immutable value can have changed. A separate
/// function, which is all that most updates run.
#[inline(never)]
pub(super) fn follow<'p>(tapes: &Tapes<'_>, seen: &Seen<'_, '_>, root: Frame<'p>) -> Option<Frame<'p>> {
    let (mut frame, mut back) = (root, root);
    loop {
        match step(tapes, seen, &frame, back.both != frame.both) {
            StepResult::Stay => return Some(back),
            StepResult::Nowhere => return None,
            StepResult::On(both, edge) => {
                let list = (tapes.container(frame.both) == Some(Kind::Array)).then_some(frame.place.list);
                let by_index = frame.by_index || matches!(list, Some(ItemKind::Index));
                let next = Frame { both, place: edge.place(), by_index, known: Known::First, ..frame };
                // Items are counterparts unless their keys changed. If this item has the only change, no
                // pairing is needed; otherwise the walk over the list pairs the items.
                back = if matches!(list, Some(ItemKind::Keys(_))) { frame } else { next };
                frame = next;
            }
        }
    }
}

/// Descends one container. Everything else in an item of a list map must be equal, including its keys.
fn step<'p>(tapes: &Tapes<'_>, seen: &Seen<'_, '_>, frame: &Frame<'p>, is_item: bool) -> StepResult<'p> {
    let (both, place) = (frame.both, frame.place);
    let [new, old] = both;
    let (Some(p), Some(q)) = (tapes.new.entries.get(new as usize), tapes.old.entries.get(old as usize))
    else {
        return StepResult::Stay;
    };
    if p.kind != q.kind {
        return StepResult::Stay;
    }
    let is_list = match p.kind {
        Kind::Object => false,
        Kind::Array => true,
        // Immutability markers of the value itself were checked on the way here.
        _ => return StepResult::Nowhere,
    };
    if is_list && place.items.is_none_or(|edge| !is_wanted(edge)) {
        return StepResult::Nowhere;
    }
    let (mut a, mut b) = (Children::of(&tapes.new, new), Children::of(&tapes.old, old));
    a.seek(seen.first[0]);
    b.seek(seen.first[1]);
    let (Some(x), Some(y)) = (a.next(), b.next()) else { return StepResult::Stay };
    let asked = |child: &Child<'_>| is_list || is_item || edge_to(place, child.entry).is_some();
    if !seen.is_in(&x, &y) || !is_same(tapes, asked, [p, q], (a, b)) {
        return StepResult::Stay;
    }
    let edge = if is_list { place.items } else { edge_to(place, x.entry) };
    let Some(edge) = edge else { return StepResult::Nowhere };
    let has_counterpart = !is_list
        || match place.list {
            ItemKind::Index => true,
            ItemKind::Keys(_) => seen.are_distinct(both),
            ItemKind::Value | ItemKind::Type(_) | ItemKind::Whole => false,
        };
    if !has_counterpart || edge.mark.is_some() || edge.below & below::NEW != 0 {
        return StepResult::Stay;
    }
    StepResult::On([x.at, y.at], edge)
}

/// Whether no relevant child differs in the rest of two containers.
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

/// Whether the texts of two containers are equal from these children on, and only decoding changed them,
/// which changes equal texts equally. Defaults follow the written children; both have those of the keys that
/// they lack, and equally many children.
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
