//! The validators of decoded values: for branches of `allOf`, `anyOf`, `oneOf` and `not`, and for the whole
//! object.

use std::collections::HashSet;

use crdc_vocabulary::Ratcheting;

use super::builder::Builder;
use super::number::Numbers;
use super::object::Members;
use super::shape::{Shape, settled};
use super::string::Texts;
use crate::{Node, NodeId};
use crdc_source::json::escaped;

/// The alternatives of a node.
#[derive(Clone, Debug, Default)]
pub struct Alternatives {
    /// The groups of branches in the order of the schema.
    pub branches: Vec<Branches>,
    /// For each branch of an `anyOf` that only constrains the type: the kinds of values that it accepts. An
    /// empty list stands for all kinds.
    pub settled: Vec<Vec<&'static str>>,
}

/// The branches of one keyword.
#[derive(Clone, Debug)]
pub enum Branches {
    /// `anyOf`
    AnyOf(Vec<NodeId>),
    /// `oneOf`
    OneOf(Vec<NodeId>),
    /// `allOf`, and whether each branch is ratcheted as if it were outside of the `allOf`.
    AllOf(Vec<NodeId>, bool),
    /// `not`
    Not(Vec<NodeId>),
}

/// The validator of a decoded value; checks run in the order of the fields here.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The shape, by which the type is checked. `None` if the type was checked before.
    pub shape: Option<Shape>,
    /// Whether the schema constrains the type, by a type or a format.
    pub typed: bool,
    /// Whether the schema has a format.
    pub formatted: bool,
    /// Alternatives of the value.
    pub alternatives: Option<Alternatives>,
    /// Checks of numbers.
    pub numbers: Numbers,
    /// The validators of the first items, if they differ by position.
    pub positions: Vec<NodeId>,
    /// The validator of all other items.
    pub items: Option<NodeId>,
    /// `minItems` above zero and `maxItems`.
    pub items_limits: [Option<i64>; 2],
    /// Known members, sorted by key.
    pub named: Vec<NamedMember>,
    /// The validator of other members.
    pub each: Option<NodeId>,
    /// Required names, in the order of their bits.
    pub required: Vec<String>,
    /// Limits of objects.
    pub members: Members,
    /// Checks of strings.
    pub texts: Texts,
    /// The constants of the `enum`.
    pub values: Vec<crdc_source::json::Json>,
}

/// A member of an object that is validated or required.
#[derive(Clone, Debug)]
pub struct NamedMember {
    /// The key as written between quotes.
    pub key: String,
    /// The bit that records its presence, if it is required.
    pub required: Option<usize>,
    /// The validator of its value.
    pub node: Option<NodeId>,
}

impl Builder<'_> {
    /// The alternatives of a node, if it has any.
    pub(super) fn alternatives_of(&self, node: &Node) -> Option<Alternatives> {
        if node.junctors.is_empty() {
            return None;
        }
        let merged = self.policies.ratcheting == Ratcheting::Kep4008;
        let branches = node.junctors.iter().map(|junctor| {
            let ids = junctor.branches.clone();
            match junctor.keyword {
                "anyOf" => Branches::AnyOf(ids),
                "oneOf" => Branches::OneOf(ids),
                "allOf" => Branches::AllOf(ids, merged),
                _ => Branches::Not(ids),
            }
        });
        // Branches that only constrain the type accept every value of that type.
        let settled = match node.junctors.as_slice() {
            [junctor] if junctor.keyword == "anyOf" => {
                let branches = junctor.branches.iter().map(|id| &self.plan.nodes[*id]);
                branches.filter_map(settled).collect()
            }
            _ => Vec::new(),
        };
        Some(Alternatives { branches: branches.collect(), settled })
    }

    /// The validator of a node's decoded values, without their type.
    pub(super) fn branch(&self, node: &Node) -> Branch {
        let object = &node.object;
        let required: HashSet<&str> = object.required.iter().map(String::as_str).collect();
        let mut names: Vec<(&str, Option<NodeId>)> =
            object.fields.iter().map(|field| (field.name.as_str(), Some(field.node))).collect();
        let mut known: HashSet<&str> = names.iter().map(|(name, _)| *name).collect();
        let others = object.required.iter().map(|name| (name.as_str(), None));
        names.extend(others.filter(|(name, _)| known.insert(name)));
        let each = object.each();
        let mut in_order = Vec::new();
        let named = names.into_iter().map(|(name, node)| {
            let bit = required.contains(name).then(|| {
                in_order.push(name.to_owned());
                in_order.len() - 1
            });
            NamedMember { key: escaped(name), required: bit, node: node.or(each) }
        });
        let named = named.collect();
        Branch {
            shape: None,
            typed: !node.types.is_empty() || node.format.is_some(),
            formatted: node.format.is_some(),
            alternatives: self.alternatives_of(node),
            numbers: Numbers::of(node),
            positions: node.array.positions.clone(),
            items: node.array.items,
            items_limits: [node.array.min.filter(|min| *min > 0), node.array.max],
            named,
            each,
            required: in_order,
            members: Members {
                min: object.min.filter(|min| *min > 0),
                max: object.max,
                has_values: !node.values.is_empty(),
            },
            texts: Texts::of(node),
            values: node.values.clone(),
        }
    }
}
