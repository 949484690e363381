//! Completes unions in rules. The union of a derive lists the values that select a member; the values that
//! select no member are added from the enum of the discriminator.

use super::tree;
use crdc_source::{Member, Node, Span, Value};
use std::collections::HashSet;

/// The union with a null for each enum value that selects no member. A union of the older form stays as it
/// is.
///
/// Members are sorted by field name, like fields in a schema that kube writes: errors that name several
/// members use this order, as do those of typed values.
pub(super) fn complete(union: &Node, schema: &Node) -> Node {
    let Some(Value::Object(said)) = union.get("fieldMembers").map(|node| &node.value) else {
        return union.clone();
    };
    let field = |member: &Member| member.value.get("name").and_then(Node::as_str).map(str::to_owned);
    let (mut members, mut others): (Vec<Member>, Vec<Member>) =
        said.iter().cloned().partition(|member| field(member).is_some());
    members.sort_by_key(field);
    let mut known: HashSet<&str> = said.iter().map(|member| member.key.as_str()).collect();
    let values = schema.get("enum").map(tree::items).unwrap_or_default().iter();
    for value in values.filter_map(Node::as_str).filter(|value| known.insert(*value)) {
        let (key, key_span) = (value.to_owned(), Span::default());
        others.push(Member { key, key_span, value: tree::node(Value::Null) });
    }
    members.append(&mut others);
    let mut complete = union.clone();
    tree::set(&mut complete, "fieldMembers", tree::node(Value::Object(members)));
    complete
}
