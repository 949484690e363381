//! Small changes of objects: adds names that tests omit, and fields that servers set.

use crdc_source::{Member, Node, Span, Value};

/// An object without members.
pub(crate) fn empty() -> Node {
    Node { span: Span::default(), value: Value::Object(Vec::new()) }
}

/// A string.
pub(crate) fn text(text: &str) -> Node {
    Node { span: Span::default(), value: Value::String(text.to_owned()) }
}

/// Sets a member. Does nothing to values that are no objects.
pub(crate) fn set(node: &mut Node, key: &str, value: Node) {
    let Value::Object(members) = &mut node.value else { return };
    match members.iter_mut().find(|member| member.key == key) {
        Some(member) => member.value = value,
        None => members.push(Member { key: key.to_owned(), key_span: Span::default(), value }),
    }
}

/// Removes a member and returns it.
pub(crate) fn take(node: &mut Node, key: &str) -> Option<Node> {
    let Value::Object(members) = &mut node.value else { return None };
    let at = members.iter().position(|member| member.key == key)?;
    Some(members.remove(at).value)
}

/// Changes the metadata; missing metadata are added.
pub(crate) fn edit_metadata(node: &mut Node, edit: impl FnOnce(&mut Node)) {
    if node.get("metadata").is_none_or(|metadata| metadata.value == Value::Null) {
        set(node, "metadata", empty());
    }
    if let Value::Object(members) = &mut node.value
        && let Some(metadata) = members.iter_mut().find(|member| member.key == "metadata")
    {
        edit(&mut metadata.value);
    }
}

/// Sets a field of the metadata, unless the field exists.
pub(crate) fn default_metadata(node: &mut Node, key: &str, value: &str) {
    edit_metadata(node, |metadata| {
        if metadata.get(key).is_none_or(Node::is_zero) {
            set(metadata, key, text(value));
        }
    });
}

/// A string of the metadata.
pub(crate) fn metadata<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get("metadata")?.get(key)?.as_str()
}

/// The text of a member, empty if it has none.
pub(crate) fn member<'n>(node: &'n Node, key: &str) -> &'n str {
    node.get(key).and_then(Node::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{default_metadata, metadata, set, take, text};
    use crdc_source::{Source, parse};

    #[test]
    fn metadata_is_added_and_kept() {
        for (object, expected) in [
            ("{}", r#"{"metadata":{"name":"a"}}"#),
            ("{metadata: null}", r#"{"metadata":{"name":"a"}}"#),
            ("{metadata: {name: b}}", r#"{"metadata":{"name":"b"}}"#),
            ("{metadata: {name: \"\"}}", r#"{"metadata":{"name":"a"}}"#),
            ("{metadata: 3}", r#"{"metadata":3}"#),
            ("[]", "[]"),
        ] {
            let mut node = parse(&Source::new("a", object)).0.remove(0);
            default_metadata(&mut node, "name", "a");
            assert_eq!(node.to_json(), expected);
        }
    }

    #[test]
    fn members_are_set_and_taken() {
        let mut node = parse(&Source::new("a", "{a: 1, b: 2}")).0.remove(0);
        set(&mut node, "a", text("x"));
        assert_eq!(take(&mut node, "b").map(|node| node.to_json()), Some("2".to_owned()));
        assert_eq!((take(&mut node, "b"), node.to_json().as_str()), (None, r#"{"a":"x"}"#));
        assert_eq!(metadata(&node, "name"), None);
    }
}
