//! The checks of lists: their items and their number.

use super::builder::Builder;
use crate::{Node, NodeId};
use crdc_source::json::escaped;

/// The checks of a list.
#[derive(Clone, Debug)]
pub struct List {
    /// The items.
    pub items: Items,
    /// The first items, if they differ by position.
    pub positions: Vec<NodeId>,
    /// `minItems` above zero.
    pub min: Option<i64>,
    /// `maxItems`
    pub max: Option<i64>,
    /// Whether the list is compared with an `enum`.
    pub has_values: bool,
    /// The contents of the fingerprints of items. `None` if items are compared without fingerprints.
    pub print: Option<Print>,
    /// The constraint of a set or list map.
    pub rule: Option<ListRule>,
}

/// The decoders of items.
#[derive(Clone, Copy, Debug)]
pub enum Items {
    /// Items are decoded by a node.
    Node(NodeId),
    /// Items are kept.
    Any,
    /// Items are kept without the content of objects.
    Emptied,
}

/// The contents of a fingerprint.
#[derive(Clone, Debug)]
pub enum Print {
    /// The item.
    Item,
    /// The fields of these numbers.
    Members(Vec<usize>),
}

/// A constraint on the items as a whole.
#[derive(Clone, Debug)]
pub enum ListRule {
    /// A set.
    Set,
    /// A list map: its keys as written between quotes, sorted by name, with their field numbers.
    Map(Vec<(String, Option<usize>)>),
}

impl Builder<'_> {
    /// The checks of a node's lists.
    pub(super) fn list(&self, node: &Node) -> List {
        List {
            items: match node.array.items {
                Some(items) => Items::Node(items),
                None if node.preserve => Items::Any,
                None => Items::Emptied,
            },
            positions: node.array.positions.clone(),
            min: node.array.min.filter(|min| *min > 0),
            max: node.array.max,
            has_values: !node.values.is_empty(),
            print: self.print(node),
            rule: match node.array.list_type.as_deref() {
                Some("set") => Some(ListRule::Set),
                Some("map") => Some(ListRule::Map(self.keys_of(node))),
                _ => None,
            },
        }
    }

    /// The contents of the fingerprints of items: of a set, if its items may be strings or integers, which
    /// have fingerprints, and of a list map.
    fn print(&self, node: &Node) -> Option<Print> {
        let items = node.array.items?;
        let has_print = |id: NodeId| {
            let types = &self.plan.nodes[id].types;
            types.is_empty() || types.iter().any(|name| matches!(name.as_str(), "string" | "integer"))
        };
        match node.array.list_type.as_deref() {
            Some("set") if has_print(items) => Some(Print::Item),
            Some("map") => {
                let fields = self.fields(items);
                let numbers = node.array.keys.iter().map(|key| fields.number(key));
                Some(Print::Members(numbers.collect::<Option<Vec<_>>>()?))
            }
            _ => None,
        }
    }

    /// The keys of a list map, sorted as the server prints them.
    pub(super) fn keys_of(&self, node: &Node) -> Vec<(String, Option<usize>)> {
        let fields = node.array.items.map(|items| self.fields(items));
        let mut names: Vec<&String> = node.array.keys.iter().collect();
        names.sort();
        let number = |name: &str| fields.and_then(|fields| fields.number(name));
        names.into_iter().map(|name| (escaped(name), number(name))).collect()
    }
}
