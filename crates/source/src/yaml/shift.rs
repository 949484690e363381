//! Moves nodes to another place of a text: by a number of bytes.

use super::{Member, Node, Span, Value};

pub(super) fn member(Member { key_span, value, .. }: &mut Member, by: u32) {
    span(key_span, by);
    node(value, by);
}

pub(super) fn span(span: &mut Span, by: u32) {
    *span = Span { start: span.start.saturating_add(by), end: span.end.saturating_add(by) };
}

pub(super) fn node(node: &mut Node, by: u32) {
    span(&mut node.span, by);
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| self::node(item, by)),
        Value::Object(members) => {
            members.iter_mut().for_each(|one| member(one, by));
        }
        _ => {}
    }
}
