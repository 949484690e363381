//! Compares two lists.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/list.go

use super::nodes::{plain, remembered};
use super::parts::{Parts, results};
use super::unordered;
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::Evaluated;
use crate::values::{Item, List};

/// Whether two lists are equal: in order, unless the first one is a set or a list map.
///
/// # Errors
/// An item that does not fit its schema.
pub(super) fn equals<'a>(
    arena: &'a Arena,
    own: List<'a>,
    other: List<'a>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    if own.size() != other.size() {
        return Ok(false);
    }
    match (own, other) {
        (List::Node(node), List::Node(theirs)) => {
            remembered(arena, node, theirs, parts, || items_equal(arena, own, other, parts))
        }
        _ => items_equal(arena, own, other, parts),
    }
}

/// Whether the items of two lists of one size are equal.
fn items_equal<'a>(
    arena: &'a Arena,
    own: List<'a>,
    other: List<'a>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    match own.form().map(|of| (of.form, of)) {
        Some((Form::Set, of) | (Form::ListMap, of)) => {
            if let (List::Node(a), List::Node(b)) = (own, other)
                && (of.form, b.of.form) == (Form::Set, Form::Set)
                && let Some(equal) = unordered::same_sets(arena, a, b)?
            {
                return Ok(equal);
            }
            let searched = own.searched(arena, of)?;
            unordered::equal(arena, of, searched, other, parts)
        }
        Some(_) => {
            for (item, theirs) in own.items().zip(other.items()) {
                let known = match (item, theirs) {
                    (Item::Node(a), Item::Node(b)) => plain(arena, a, b)?,
                    _ => arena.work(1).map(|()| None)?,
                };
                let equal = match known {
                    Some(equal) => equal,
                    None => parts(arena, item.value(arena), theirs.value(arena))?,
                };
                if !equal {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        None => {
            let mut failed = None;
            for (item, theirs) in own.items().zip(other.items()) {
                arena.work(1)?;
                match results(arena, item.value(arena), theirs.value(arena), parts) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(error) if !error.can_be_dropped() => return Err(error),
                    Err(error) => failed = failed.or(Some(error)),
                }
            }
            // Items that cannot be compared count as equal.
            failed.filter(|_| own.is_joined()).map_or(Ok(true), Err)
        }
    }
}
