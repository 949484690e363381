//! The Rust type of a node's values. In: a node. Out: its shape.
//!
//! Easy to break: every accepted value must fit the shape. A node with values of several types has the shape
//! `Value`.

use crdc_plan::{Node, NodeId, Others, Plan, Type};
use crdc_source::json::Json;

/// The Rust type of a node's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Any JSON: `serde_json::Value` in owned types.
    Value,
    /// A string.
    String,
    /// One of several strings: a Rust enum.
    Enum,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// `x-kubernetes-int-or-string`.
    IntOrString,
    /// An object with fields: a Rust struct.
    Object,
    /// An object with any keys, and values of this node.
    Map(NodeId),
    /// A list with items of this node, if all items have the same node.
    List(Option<NodeId>),
}

impl Shape {
    /// The shape of a node.
    pub(crate) fn of(plan: &Plan, id: NodeId) -> Shape {
        let Some(node) = plan.nodes.get(id) else { return Shape::Value };
        match node.types.as_slice() {
            [Type::String] if strings(node).is_some() => Shape::Enum,
            [Type::String] => Shape::String,
            [Type::Integer] => Shape::Integer,
            [Type::Number] => Shape::Number,
            [Type::Boolean] => Shape::Boolean,
            [Type::Integer, Type::String] => Shape::IntOrString,
            [Type::Array] if !node.array.positions.is_empty() => Shape::List(None),
            [Type::Array] => Shape::List(node.array.items),
            [Type::Object] | [] if has_fields(plan, id) => Shape::Object,
            [Type::Object] => match node.object.others {
                Others::Each(each) => Shape::Map(each),
                Others::Unknown | Others::PruneNested => Shape::Value,
            },
            _ => Shape::Value,
        }
    }
}

/// Whether the values of a node have fields. The fields of every resource count.
fn has_fields(plan: &Plan, id: NodeId) -> bool {
    is_resource(plan, id) || plan.nodes.get(id).is_some_and(|node| !node.object.fields.is_empty())
}

/// Whether the values of a node have `apiVersion`, `kind` and `metadata`, whatever the schema says.
pub(crate) fn is_resource(plan: &Plan, id: NodeId) -> bool {
    id == plan.root || plan.nodes.get(id).is_some_and(|node| node.embedded)
}

/// The strings of an `enum`; none if it has values of another type, except null.
pub(crate) fn strings(node: &Node) -> Option<Vec<&str>> {
    let values = node.values.iter().filter(|value| **value != Json::Null);
    let strings: Option<Vec<&str>> = values
        .map(|value| match value {
            Json::String(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut strings = strings.filter(|strings| !strings.is_empty())?;
    let mut seen = std::collections::HashSet::new();
    strings.retain(|text| seen.insert(*text));
    Some(strings)
}
