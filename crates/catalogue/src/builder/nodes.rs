//! JSON values of which equal ones are one. In: values. Out: nodes by number, whose parts have smaller
//! numbers.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::refused::Refused;

/// The deepest nesting; JSON of CRDs is far from it.
const DEEPEST: usize = 256;

/// The number of a node.
pub(super) type NodeId = usize;

/// A value whose parts are nodes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// As JSON writes it.
    Scalar(String),
    Array(Vec<NodeId>),
    /// By key.
    Object(Vec<(String, NodeId)>),
}

/// All distinct values of a project.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Rc<Node>>,
    ids: HashMap<Rc<Node>, NodeId>,
}

impl Nodes {
    /// Adds a value.
    pub(super) fn add(&mut self, value: Value) -> Result<NodeId, Refused> {
        self.add_at(value, 0)
    }

    fn add_at(&mut self, value: Value, depth: usize) -> Result<NodeId, Refused> {
        if depth > DEEPEST {
            return Err(Refused::TooDeep(DEEPEST));
        }
        let node = match value {
            Value::Array(items) => Node::Array(
                items.into_iter().map(|item| self.add_at(item, depth + 1)).collect::<Result<_, _>>()?,
            ),
            Value::Object(members) => {
                let mut object = Vec::new();
                for (key, member) in members {
                    object.push((key, self.add_at(member, depth + 1)?));
                }
                // A feature of serde_json, which any crate may turn on, keeps the order of the text.
                object.sort();
                Node::Object(object)
            }
            scalar => Node::Scalar(scalar.to_string()),
        };
        if let Some(id) = self.ids.get(&node) {
            return Ok(*id);
        }
        let (id, node) = (self.nodes.len(), Rc::new(node));
        self.nodes.push(Rc::clone(&node));
        self.ids.insert(node, id);
        Ok(id)
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id).map(Rc::as_ref)
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().map(Rc::as_ref)
    }
}

impl Node {
    pub(super) fn is_scalar(&self) -> bool {
        matches!(self, Node::Scalar(_))
    }

    /// The parts.
    pub(super) fn children(&self) -> Vec<NodeId> {
        match self {
            Node::Scalar(_) => Vec::new(),
            Node::Array(items) => items.clone(),
            Node::Object(members) => members.iter().map(|(_, member)| *member).collect(),
        }
    }
}
