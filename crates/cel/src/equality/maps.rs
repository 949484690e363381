//! Compares two maps or objects.
//
// apiserver: pkg/cel/common/valuesunstructured.go; cel-go: common/types/map.go

use super::nodes::{plain, remembered};
use super::parts::{Parts, results};
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::{EvalError, Evaluated};
use crate::values::{Map, Node, Value};
use crate::values::{has_keys_of_one_type, node_member, same};

/// Whether two maps are equal.
///
/// # Errors
/// A value that does not fit its schema.
pub(super) fn equals<'a>(
    arena: &'a Arena,
    own: Map<'a>,
    other: Map<'a>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    if own.size() != other.size() {
        return Ok(false);
    }
    match (own, other) {
        (Map::Node(node), Map::Node(theirs)) => {
            remembered(arena, node, theirs, parts, || node_equals(arena, node, other, parts))
        }
        (Map::Node(node), Map::Made(_)) => node_equals(arena, node, other, parts),
        (Map::Made(entries), _) => {
            /// The number of steps for reading an entry of both maps and searching its key.
            const READ: usize = 2;
            const SEARCHED: usize = 64;
            // Nearly always both maps have the same order.
            let in_order = match other {
                Map::Made(theirs) if has_keys_of_one_type(theirs) => theirs,
                _ => &[],
            };
            for (index, (key, value)) in entries.iter().enumerate() {
                let beside = in_order.get(index).filter(|(theirs, _)| same(*theirs, *key));
                arena.work(if beside.is_some() { READ } else { SEARCHED })?;
                let theirs = match beside {
                    Some((_, value)) => Some(Ok(*value)),
                    None => other.get(arena, *key).transpose(),
                };
                let Some(theirs) = theirs else { return Ok(false) };
                match results(arena, Ok(*value), theirs, parts) {
                    Ok(false) => return Ok(false),
                    Err(error) if !error.can_be_dropped() => return Err(error),
                    // Values that cannot be compared count as equal.
                    _ => {}
                }
            }
            Ok(true)
        }
    }
}

/// Whether a map or object of a document equals another map or object of the same size.
fn node_equals<'a>(
    arena: &'a Arena,
    node: Node<'a>,
    other: Map<'a>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    /// The number of steps for comparing two names, and for searching a name that is at another position.
    const STEPS_OF_NAMES: usize = 2;
    const SEARCHED: usize = 40;
    // Nearly always members have the same order on both sides.
    let mut in_order = match other {
        Map::Node(theirs) => Some(theirs.children()),
        Map::Made(_) => None,
    };
    for child in node.children() {
        let name = child.key(arena);
        let beside = in_order.as_mut().and_then(Iterator::next).filter(|beside| beside.is_named(name));
        arena.work(if beside.is_some() { STEPS_OF_NAMES } else { SEARCHED })?;
        let known = node.of.each.is_some() || node.of.field(node.tape.entry(child.at).field).is_some();
        if !known && node.of.form != Form::Raw {
            // Unknown fields that only one side has count as equal. Values without a schema are another type
            // of map in Go.
            let theirs = match other {
                Map::Node(theirs) if theirs.of.form != Form::Raw => theirs,
                _ => return Err(EvalError::NoSuchOverload),
            };
            if let Some(found) = beside.or_else(|| theirs.named(name)) {
                arena.work(child.entries())?;
                if !crdc_object::tape::equal(**node.tape, child.at, **found.tape, found.at) {
                    return Ok(false);
                }
            }
            continue;
        }
        // Names that contain escapes are different names in rules.
        if let Some(beside) = beside
            && let Some(equal) = plain(arena, child, beside)?
            && !name.contains("__")
        {
            if !equal {
                return Ok(false);
            }
            continue;
        }
        // The server unescapes the names that it looks for.
        let key = Value::String(name);
        let own = match node.of.form {
            Form::Object => node_member(arena, node, name).transpose(),
            _ => Some(child.value(arena)),
        };
        let theirs = match (beside, other) {
            (Some(beside), Map::Node(theirs)) if theirs.of.form != Form::Object => Some(beside.value(arena)),
            _ => other.get(arena, key).transpose(),
        };
        let equal = match (own, theirs) {
            (None, None) => true,
            (Some(own), Some(theirs)) if node.of.form == Form::Raw => {
                match results(arena, own, theirs, parts) {
                    // A map without a schema treats values that cannot be compared as equal.
                    Err(error) if error.can_be_dropped() => true,
                    found => found?,
                }
            }
            (Some(own), Some(theirs)) => parts(arena, own, theirs)?,
            _ => false,
        };
        if !equal {
            return Ok(false);
        }
    }
    Ok(true)
}
