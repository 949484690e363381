//! The topology of a node: how values of an old and a new object are matched.

use crdc_vocabulary::Ratcheting;

use super::builder::Builder;
use super::fields::meta_field;
use super::reached::reached;
use crate::NodeId;
use crdc_source::json::escaped;

/// The parts of a node's values that have counterparts of their own.
#[derive(Clone, Debug)]
pub struct Topology {
    /// The fields by their numbers; empty if the schema has none.
    pub fields: Vec<Counterparts>,
    /// The values of a map.
    pub each: Option<Counterparts>,
    /// The items of a list map.
    pub items: Option<Counterparts>,
    /// The keys, as written between quotes.
    pub keys: Vec<String>,
}

/// The counterparts of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterparts {
    /// The value is compared as a whole, and its members have no counterparts.
    Whole,
    /// The value has no parts with counterparts.
    Leaf,
    /// The schema does not specify the value.
    Unknown,
    /// The counterparts follow from the topology of a node.
    Node(NodeId),
    /// The metadata: whether the schema specifies its `name` and `generateName`.
    Metadata([bool; 2]),
}

impl Builder<'_> {
    /// By node: the topologies of all nodes with children that have counterparts. No value below an atomic
    /// list has a counterpart.
    pub(super) fn topologies(&self) -> Vec<Option<Topology>> {
        let has_one = |id: &NodeId| !self.is_whole(*id) && self.holds(*id);
        let next = |id: NodeId| {
            let node = &self.plan.nodes[id];
            let items = node.array.items.filter(|_| !self.list_keys(id).is_empty());
            let children =
                self.plan.own_fields(id).map(|field| field.node).chain(node.object.each()).chain(items);
            children.filter(has_one).collect::<Vec<_>>()
        };
        let roots = [Some(self.plan.root), self.plan.status].into_iter().flatten().filter(has_one);
        let reached = reached(self.plan.nodes.len(), roots, next);
        let topology = |(id, reached): (NodeId, bool)| reached.then(|| self.topology_of(id));
        reached.into_iter().enumerate().map(topology).collect()
    }

    /// The counterparts of a node's values.
    pub(super) fn counterparts_of(&self, id: NodeId) -> Counterparts {
        if self.is_whole(id) {
            Counterparts::Whole
        } else if self.holds(id) {
            Counterparts::Node(id)
        } else {
            Counterparts::Leaf
        }
    }

    /// Whether the node's values change as a whole: atomic maps do under KEP-4008, though not on servers.
    fn is_whole(&self, id: NodeId) -> bool {
        self.policies.ratcheting == Ratcheting::Kep4008
            && self.plan.nodes[id].object.map_type.as_deref() == Some("atomic")
    }

    /// Whether a part of a node's values has its own counterpart.
    fn holds(&self, id: NodeId) -> bool {
        let node = &self.plan.nodes[id];
        let object = id == self.plan.root || !node.object.fields.is_empty() || node.object.each().is_some();
        object || !self.list_keys(id).is_empty()
    }

    /// The keys of a list map; empty for other lists. Also empty for a list whose items differ by position,
    /// since an item may have had another position, and so another schema, in the old list.
    fn list_keys(&self, id: NodeId) -> &[String] {
        let array = &self.plan.nodes[id].array;
        match (array.list_type.as_deref(), array.items) {
            (Some("map"), Some(_)) if array.positions.is_empty() => &array.keys,
            _ => &[],
        }
    }

    /// The topology of a node.
    fn topology_of(&self, id: NodeId) -> Topology {
        let node = &self.plan.nodes[id];
        let special = self.plan.is_resource(id);
        let known = self.fields(id).list();
        let fields = known.iter().map(|field| match field.node {
            Some(node) if special && field.name == "metadata" => self.metadata_topology(node),
            Some(node) => self.counterparts_of(node),
            None => Counterparts::Unknown,
        });
        let keys = self.list_keys(id);
        Topology {
            fields: if node.object.fields.is_empty() { Vec::new() } else { fields.collect() },
            each: node.object.each().map(|each| self.counterparts_of(each)),
            items: node.array.items.filter(|_| !keys.is_empty()).map(|items| self.counterparts_of(items)),
            keys: keys.iter().map(|key| escaped(key)).collect(),
        }
    }

    /// Metadata is decoded by the runtime, which has separate numbers for its fields.
    fn metadata_topology(&self, id: NodeId) -> Counterparts {
        let mut known = [false; 2];
        for field in &self.plan.nodes[id].object.fields {
            if let Some(place) = meta_field(&field.name).and_then(|number| known.get_mut(usize::from(number)))
            {
                *place = true;
            }
        }
        Counterparts::Metadata(known)
    }
}
