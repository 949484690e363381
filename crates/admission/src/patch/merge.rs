//! Applies a merge patch as the server's library does. In: a document and a patch. Out: the merged document.
//!
//! Easy to break, since RFC 7396 differs: nulls of objects in a list are removed too, unless the list
//! replaces an object.
// evanphx/json-patch v4.13.0: merge.go

use super::limits::{Stop, Work};
use super::node::Node;

/// The largest depth of a patch.
const DEEPEST_PATCH: usize = 1_000;

/// Merges a patch into a document.
pub(super) fn merge(document: &mut Node, patch: Node) -> Result<(), Stop> {
    merge_within(document, patch, DEEPEST_PATCH, &mut Work::default())
}

fn merge_within(current: &mut Node, mut patch: Node, levels: usize, work: &mut Work) -> Result<(), Stop> {
    let levels = levels.checked_sub(1).ok_or(Stop::TooMuch)?;
    current.open(work)?;
    let Node::Object(members) = current else {
        prune(&mut patch, levels, work)?;
        *current = patch;
        return Ok(());
    };
    patch.open(work)?;
    let Node::Object(changes) = patch else {
        *current = patch;
        return Ok(());
    };
    for (key, mut change) in changes {
        match (members.get_mut(&key), &change) {
            (_, Node::Null) => {
                members.remove(&key);
            }
            (None | Some(Node::Null), _) => {
                prune(&mut change, levels, work)?;
                members.insert(key, change);
            }
            (Some(current), _) => merge_within(current, change, levels, work)?,
        }
    }
    Ok(())
}

/// Removes the null members of objects.
pub(super) fn prune(node: &mut Node, levels: usize, work: &mut Work) -> Result<(), Stop> {
    let levels = levels.checked_sub(1).ok_or(Stop::TooMuch)?;
    node.open(work)?;
    match node {
        Node::Object(members) => {
            members.retain(|_, value| !matches!(value, Node::Null));
            members.values_mut().try_for_each(|value| prune(value, levels, work))
        }
        Node::Array(items) => items.iter_mut().try_for_each(|item| prune(item, levels, work)),
        Node::Null | Node::Text { .. } => Ok(()),
    }
}
