//! Changes to trees of nodes: finds, inserts and creates members. Easy to break: the order of keys is the
//! document's. A new key is inserted alphabetically if the others are sorted, otherwise at the end.

use crdc_source::{Member, Node, Span, Value};

/// A value without a source position.
pub(super) fn node(value: Value) -> Node {
    Node { span: Span::default(), value }
}

/// An object without members.
pub(super) fn object() -> Node {
    node(Value::Object(Vec::new()))
}

/// A string.
pub(super) fn text(text: &str) -> Node {
    node(Value::String(text.to_owned()))
}

/// True or false.
pub(super) fn flag(value: bool) -> Node {
    node(Value::Bool(value))
}

/// A list.
pub(super) fn list(items: Vec<Node>) -> Node {
    node(Value::Array(items))
}

/// The members of an object; empty for other nodes.
pub(super) fn members(node: &Node) -> &[Member] {
    match &node.value {
        Value::Object(members) => members,
        _ => &[],
    }
}

/// The items of a list; empty for other nodes.
pub(super) fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::Array(items) => items,
        _ => &[],
    }
}

/// A member's value, mutable.
pub(super) fn get_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Object(members) => {
            members.iter_mut().find(|member| member.key == key).map(|member| &mut member.value)
        }
        _ => None,
    }
}

/// A list's items, mutable.
pub(super) fn items_mut(node: &mut Node) -> &mut [Node] {
    match &mut node.value {
        Value::Array(items) => items,
        _ => &mut [],
    }
}

/// Whether a member is `true`.
pub(super) fn is_true(node: &Node, key: &str) -> bool {
    node.get(key).is_some_and(|value| value.value == Value::Bool(true))
}

/// Sets a member, replacing one with the same name. Does nothing if `into` is not an object.
pub(super) fn set(into: &mut Node, key: &str, value: Node) {
    let Value::Object(members) = &mut into.value else {
        return;
    };
    if let Some(member) = members.iter_mut().find(|member| member.key == key) {
        member.value = value;
        return;
    }
    let place = if members.is_sorted_by(|a, b| a.key < b.key) {
        members.partition_point(|member| member.key.as_str() < key)
    } else {
        members.len()
    };
    members.insert(place, Member { key: key.to_owned(), key_span: Span::default(), value });
}

/// A member's value; inserts an empty object if there is none. `None` if `into` is not an object.
pub(super) fn member_or_object<'n>(into: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    if into.get(key).is_none() {
        set(into, key, object());
    }
    get_mut(into, key)
}

/// Adds a name to a list of names, at its sorted position if the list is sorted.
pub(super) fn add_name(names: &mut Node, name: &str) {
    let Value::Array(items) = &mut names.value else {
        return;
    };
    if items.iter().any(|item| item.as_str() == Some(name)) {
        return;
    }
    let place = if items.is_sorted_by(|a, b| a.as_str() < b.as_str()) {
        items.partition_point(|item| item.as_str() < Some(name))
    } else {
        items.len()
    };
    items.insert(place, text(name));
}

/// Whether two values are equal, comparing numbers by value.
pub(super) fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            // Nearly always the order is the same, and then nothing is searched.
            let found = |(index, member): (usize, &Member)| {
                let same_place = b.get(index).filter(|other| other.key == member.key);
                same_place.or_else(|| b.iter().find(|other| other.key == member.key))
            };
            let is_same = |(index, member)| {
                found((index, member)).is_some_and(|other| same(&member.value, &other.value))
            };
            a.len() == b.len() && a.iter().enumerate().all(is_same)
        }
        // Documents that passed through Go or YAML have `0` where Rust writes `0.0`.
        (Value::Int(_), Value::Float(_)) | (Value::Float(_), Value::Int(_)) => number(a) == number(b),
        (a, b) => a == b,
    }
}

/// A number's value.
pub(super) fn number(node: &Node) -> Option<f64> {
    match node.value {
        // Count and integer limits are far below 2^53, or only compared for order.
        #[allow(clippy::cast_precision_loss)]
        Value::Int(value) => Some(value as f64),
        Value::Float(value) => Some(value),
        _ => None,
    }
}

/// Sets or removes a member.
pub(super) fn put(into: &mut Node, key: &str, value: Option<Node>) {
    match (value, &mut into.value) {
        (Some(value), _) => set(into, key, value),
        (None, Value::Object(members)) => members.retain(|member| member.key != key),
        (None, _) => {}
    }
}

/// Adds a member after the others, which must not have its name.
pub(super) fn push(into: &mut Node, key: &str, value: Node) {
    if let Value::Object(members) = &mut into.value {
        members.push(Member { key: key.to_owned(), key_span: Span::default(), value });
    }
}

/// Sets a member; one that is not there is added after the others.
pub(super) fn set_last(into: &mut Node, key: &str, value: Node) {
    match get_mut(into, key) {
        Some(own) => *own = value,
        None => push(into, key, value),
    }
}

/// Removes members.
pub(super) fn remove(from: &mut Node, keys: &[&str]) {
    if let Value::Object(members) = &mut from.value {
        members.retain(|member| !keys.contains(&member.key.as_str()));
    }
}

/// An object with members.
pub(super) fn with(members: &[(&str, Node)]) -> Node {
    let mut object = object();
    members.iter().for_each(|(key, value)| push(&mut object, key, value.clone()));
    object
}
