//! Unions of rules name the values that select a member; the others are known where the discriminator's enum is.

use super::tree;
use crate::source::{Node, Value};

/// The union with a null for each value of the enum that selects nothing, in the order of the enum. Of the older shape, and
/// without an enum, there is nothing to add.
pub(super) fn complete(union: &Node, schema: &Node) -> Node {
    let (Some(members), Some(values)) = (union.get("fieldMembers"), schema.get("enum")) else {
        return union.clone();
    };
    let mut all = tree::object();
    if let Value::Object(list) = &mut all.value {
        // In the order of the enum, and behind it those that it does not have, for which `check` has words.
        let named = tree::items(values).iter().filter_map(Node::as_str);
        let others = tree::members(members).iter().map(|member| member.key.as_str());
        let mut seen = std::collections::HashSet::new();
        for value in named.chain(others).filter(|value| seen.insert(*value)) {
            let member = members.get(value).cloned().unwrap_or_else(|| tree::node(Value::Null));
            let key_span = member.span;
            list.push(crate::source::Member { key: value.to_owned(), key_span, value: member });
        }
    }
    let mut complete = union.clone();
    tree::set(&mut complete, "fieldMembers", all);
    complete
}
