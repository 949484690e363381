//! A place in an object: its value, if it is set, and its path. In: the root, then steps. Out: values as Go's
//! decoder returns them, and the server's path, which is only formatted when it is needed.
//!
//! Easy to break: an absent field and a null have no node, and both are Go's zero value.
//
// apimachinery: pkg/util/validation/field/path.go

use std::collections::HashMap;
use std::fmt::Write as _;

use crdc_source::{Node, Span, Value};

/// The last step to a place.
#[derive(Clone, Copy, Debug)]
enum PathStep<'p> {
    Root,
    Child(&'p str),
    Index(usize),
    Key(&'p str),
}

/// A place in an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'p, 'n> {
    node: Option<&'n Node>,
    /// The span of the value, or a span to show if there is no value.
    span: Span,
    /// The place that is shown for values that are missing below.
    head: Span,
    parent: Option<&'p At<'p, 'n>>,
    step: PathStep<'p>,
}

/// The items of an absent list.
const NO_ITEMS: &[Node] = &[];

impl<'p, 'n> At<'p, 'n> {
    /// The object.
    pub(super) fn root(object: &'n Node) -> At<'p, 'n> {
        let head = object.member("kind").map_or(object.span, |member| member.value.span);
        At { node: Some(object), span: object.span, head, parent: None, step: PathStep::Root }
    }

    fn below<'s>(&'s self, node: Option<&'n Node>, key: Option<Span>, step: PathStep<'s>) -> At<'s, 'n> {
        let span = node.map_or(self.head, |node| node.span);
        let head = key.unwrap_or_else(|| node.map_or(self.head, head_of));
        let node = node.filter(|node| node.value != Value::Null);
        At { node, span, head, parent: Some(self), step }
    }

    /// A field.
    pub(super) fn child<'s>(&'s self, name: &'s str) -> At<'s, 'n> {
        let member = self.node.and_then(|node| node.member(name));
        self.below(member.map(|m| &m.value), member.map(|m| m.key_span), PathStep::Child(name))
    }

    /// The value of a key of a map.
    pub(super) fn key<'s>(&'s self, name: &'s str) -> At<'s, 'n> {
        At { step: PathStep::Key(name), ..self.child(name) }
    }

    /// A key of a map, whose value is not looked up.
    pub(super) fn key_without_value<'s>(&'s self, name: &'s str) -> At<'s, 'n> {
        self.below(None, None, PathStep::Key(name))
    }

    /// The items of a list.
    pub(super) fn items<'s>(&'s self) -> impl Iterator<Item = At<'s, 'n>> {
        self.nodes()
            .iter()
            .enumerate()
            .map(move |(index, node)| self.below(Some(node), None, PathStep::Index(index)))
    }

    /// An item of a list.
    pub(super) fn item<'s>(&'s self, index: usize) -> At<'s, 'n> {
        self.below(self.nodes().get(index), None, PathStep::Index(index))
    }

    fn nodes(&self) -> &'n [Node] {
        match self.node.map(|node| &node.value) {
            Some(Value::Array(items)) => items,
            _ => NO_ITEMS,
        }
    }

    /// The keys and values of a map.
    pub(super) fn entries<'s>(&'s self) -> impl Iterator<Item = (&'n str, At<'s, 'n>)> {
        let members = match self.node.map(|node| &node.value) {
            Some(Value::Object(members)) => members.as_slice(),
            _ => &[],
        };
        members.iter().map(move |member| {
            let at = self.below(Some(&member.value), Some(member.key_span), PathStep::Key(&member.key));
            (member.key.as_str(), at)
        })
    }

    /// Whether a map has a key. Null is there: Go reads it as a zero value.
    pub(super) fn has_key(&self, name: &str) -> bool {
        self.node.is_some_and(|node| node.member(name).is_some())
    }

    /// The values of a map by key, to look up many. Null is there: Go reads it as nothing.
    pub(super) fn index(&self) -> HashMap<&'n str, &'n Node> {
        let members = match self.node.map(|node| &node.value) {
            Some(Value::Object(members)) => members.as_slice(),
            _ => &[],
        };
        members.iter().map(|member| (member.key.as_str(), &member.value)).collect()
    }

    /// The same value with the path of a field at another place: the server's paths do not always match the
    /// fields.
    pub(super) fn named<'s>(&self, parent: &'s At<'s, 'n>, name: &'s str) -> At<'s, 'n> {
        At {
            node: self.node,
            span: self.span,
            head: self.head,
            parent: Some(parent),
            step: PathStep::Child(name),
        }
    }

    /// The place above, or the root itself.
    pub(super) fn parent_or_self<'s>(&'s self) -> At<'s, 'n> {
        self.parent.copied().unwrap_or(*self)
    }

    /// The same value without a path.
    pub(super) fn without_path(&self) -> At<'p, 'n> {
        At { parent: None, step: PathStep::Root, ..*self }
    }

    /// The same value with the path of a key of another map.
    pub(super) fn keyed<'s>(&self, map: &'s At<'s, 'n>, key: &'s str) -> At<'s, 'n> {
        At { node: self.node, span: self.span, head: self.head, parent: Some(map), step: PathStep::Key(key) }
    }

    /// The value with the path of the map or list that has it.
    pub(super) fn as_map<'s>(&self, map: &At<'s, 'n>) -> At<'s, 'n> {
        At { node: self.node, span: self.span, head: self.head, ..*map }
    }

    /// The same place, with another value.
    pub(super) fn with<'m>(&self, node: &'m Node) -> At<'p, 'm>
    where
        'n: 'm,
    {
        At { node: Some(node), span: self.span, head: self.head, parent: self.parent, step: self.step }
    }

    /// The same item, with the path of another one.
    pub(super) fn numbered(self, index: usize) -> At<'p, 'n> {
        At { step: PathStep::Index(index), ..self }
    }

    /// The same place, with the span of its key.
    pub(super) fn at_key(self) -> At<'p, 'n> {
        At { span: self.head, ..self }
    }

    /// The same place, with another span.
    pub(super) fn shown_at(self, span: Span) -> At<'p, 'n> {
        At { span, ..self }
    }

    /// The value, unless it is absent or null.
    pub(super) fn node(&self) -> Option<&'n Node> {
        self.node
    }

    pub(super) fn is_set(&self) -> bool {
        self.node.is_some()
    }

    /// The text; empty if the value is not a string.
    pub(super) fn text(&self) -> &'n str {
        self.node.and_then(Node::as_str).unwrap_or_default()
    }

    /// The integer; `None` if the value is not an integer.
    pub(super) fn int(&self) -> Option<i64> {
        match self.node.map(|node| &node.value)? {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer; zero if the value is not an integer.
    pub(super) fn int_or_zero(&self) -> i64 {
        self.int().unwrap_or_default()
    }

    pub(super) fn flag(&self) -> bool {
        self.node.is_some_and(|node| node.value == Value::Bool(true))
    }

    /// The number of items or members.
    pub(super) fn len(&self) -> usize {
        match self.node.map(|node| &node.value) {
            Some(Value::Array(items)) => items.len(),
            Some(Value::Object(members)) => members.len(),
            _ => 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn span(&self) -> Span {
        self.span
    }

    /// The path as the server writes it.
    pub(super) fn path(&self) -> String {
        let mut path = String::new();
        self.append(&mut path);
        path
    }

    /// The names of the fields and keys from the object to this place; `None` for an item of a list.
    pub(super) fn steps(&self) -> Vec<Option<&str>> {
        let mut steps = self.parent.map_or_else(Vec::new, At::steps);
        match self.step {
            PathStep::Root => {}
            PathStep::Child(name) | PathStep::Key(name) => steps.push(Some(name)),
            PathStep::Index(_) => steps.push(None),
        }
        steps
    }

    fn append(&self, path: &mut String) {
        if let Some(parent) = self.parent {
            parent.append(path);
        }
        let _ = match self.step {
            PathStep::Root => Ok(()),
            PathStep::Child(name) if path.is_empty() => write!(path, "{name}"),
            PathStep::Child(name) => write!(path, ".{name}"),
            PathStep::Index(index) => write!(path, "[{index}]"),
            PathStep::Key(key) => write!(path, "[{key}]"),
        };
    }
}

/// The first key of an object, as the object may be many lines; another value as it is.
fn head_of(node: &Node) -> Span {
    match &node.value {
        Value::Object(members) => members.first().map_or(node.span, |member| member.key_span),
        _ => node.span,
    }
}
