//! Recognizes sums over the items of a list that an author has written out, since CEL has no sum:
//! `(list.size() > 0 ? list[0].a.size() : 0) + (list.size() > 1 ? list[1].a.size() : 0) + …`
//!
//! In: the two sides of an addition. Out: a loop over the items, if they are the first terms of such a sum.
//! As written, each term walks the list twice, and is compiled on its own.

use crate::actions::rules::precheck::{Aggregate, PrecheckExpr, PrecheckLoop, Scope, Sign};

/// Converts `first + next` to a loop. `local` and `slot` belong to its variable.
pub(super) fn sum(
    first: &PrecheckExpr,
    next: &PrecheckExpr,
    local: usize,
    slot: usize,
) -> Option<PrecheckExpr> {
    if let PrecheckExpr::Loop(found) = first
        && let PrecheckLoop { aggregate: Aggregate::Sum(most), list, local, slot, .. } = &**found
    {
        let (other, body) = term(next, *most, *local, *slot)?;
        return (is_same(list, &other) && is_same(&found.body, &body)).then(|| {
            PrecheckExpr::Loop(Box::new(PrecheckLoop {
                aggregate: Aggregate::Sum(most + 1),
                ..(**found).clone()
            }))
        });
    }
    let (list, body) = term(first, 0, local, slot)?;
    let (other, beside) = term(next, 1, local, slot)?;
    (is_same(&list, &other) && is_same(&body, &beside)).then(|| {
        let (aggregate, scope, tallies) = (Aggregate::Sum(2), Scope::default(), Vec::new());
        PrecheckExpr::Loop(Box::new(PrecheckLoop {
            aggregate,
            list,
            local,
            slot,
            read: None,
            scope,
            body,
            tallies,
        }))
    })
}

/// The list of `list.size() > index ? body : 0`, and the body with the variable instead of `list[index]`.
fn term(of: &PrecheckExpr, index: usize, local: usize, slot: usize) -> Option<(PrecheckExpr, PrecheckExpr)> {
    let PrecheckExpr::Choice(parts) = of else { return None };
    let [PrecheckExpr::Compare(Sign::Greater, sides), body, PrecheckExpr::Int(0)] = &**parts else {
        return None;
    };
    let [PrecheckExpr::Size(list), PrecheckExpr::Int(known)] = &**sides else { return None };
    if usize::try_from(*known) != Ok(index) {
        return None;
    }
    let mut body = body.clone();
    let variable = PrecheckExpr::Local { local, slot, read: None };
    let replaced = replace(&mut body, list, index, &variable);
    replaced.then(|| ((**list).clone(), body))
}

/// Replaces `list[index]`; returns whether it was there.
fn replace(part: &mut PrecheckExpr, list: &PrecheckExpr, index: usize, variable: &PrecheckExpr) -> bool {
    if let PrecheckExpr::Item(of, item) = part
        && *item == index
        && is_same(of, list)
    {
        *part = variable.clone();
        return true;
    }
    let mut found = false;
    for part in part.parts_mut() {
        found |= replace(part, list, index, variable);
    }
    found
}

fn is_same(a: &PrecheckExpr, b: &PrecheckExpr) -> bool {
    format!("{a:?}") == format!("{b:?}")
}
