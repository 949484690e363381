//! How values of an old and a new object are matched: constants that the runtime's `correlate` reads.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crdc_vocabulary::Ratcheting;

use super::actions::{Counterparts, Topology};
use super::emitter::Emitter;
use super::known::meta_field;
use crate::json::escaped;
use crate::plan::{NodeId, Others};

impl Emitter<'_> {
    /// The constants of all nodes that have children and counterparts: nothing below an atomic list has a
    /// counterpart. In the order of the plan, last first.
    pub(super) fn topologies(&self) -> Vec<TokenStream> {
        self.reached_topologies().into_iter().map(|id| self.constant(id)).collect()
    }

    /// Their nodes, the last first.
    pub(super) fn reached_topologies(&self) -> Vec<NodeId> {
        let mut reached = vec![false; self.plan.nodes.len()];
        let mut todo: Vec<NodeId> = std::iter::once(self.plan.root).chain(self.plan.status).collect();
        while let Some(id) = todo.pop() {
            if self.is_whole(id) || !self.holds(id) || std::mem::replace(&mut reached[id], true) {
                continue;
            }
            let special = id == self.plan.root || self.plan.nodes[id].embedded;
            let object = &self.plan.nodes[id].object;
            let fields = object.fields.iter().filter(|field| !(special && field.name == "metadata"));
            todo.extend(fields.map(|field| field.node));
            if let Others::Each(each) = object.others {
                todo.push(each);
            }
            if !self.list_keys(id).is_empty() {
                todo.extend(self.plan.nodes[id].array.items);
            }
        }
        (0..reached.len()).rev().filter(|id| reached[*id]).collect()
    }

    /// The expression that names a node's topology.
    pub(super) fn topology(&self, id: NodeId) -> TokenStream {
        self.counterparts(self.counterparts_of(id))
    }

    /// What the values of a node are compared with.
    pub(super) fn counterparts_of(&self, id: NodeId) -> Counterparts {
        if self.is_whole(id) {
            Counterparts::Whole
        } else if self.holds(id) {
            Counterparts::Node(id)
        } else {
            Counterparts::Leaf
        }
    }

    fn constant_name(&self, id: NodeId) -> Ident {
        format_ident!("{}", self.names.of(id).to_string().to_uppercase())
    }

    /// Whether the node's values change as a whole, for the design document if not for servers.
    fn is_whole(&self, id: NodeId) -> bool {
        self.policies.ratcheting == Ratcheting::Kep4008
            && self.plan.nodes[id].object.map_type.as_deref() == Some("atomic")
    }

    /// Whether anything in a node's values has its own counterpart.
    fn holds(&self, id: NodeId) -> bool {
        let node = &self.plan.nodes[id];
        let object = id == self.plan.root
            || !node.object.fields.is_empty()
            || matches!(node.object.others, Others::Each(_));
        object || !self.list_keys(id).is_empty()
    }

    /// The keys of a list map; empty for other lists. A list whose items differ by position does not count as
    /// one, since an item may previously have had another schema.
    fn list_keys(&self, id: NodeId) -> &[String] {
        let array = &self.plan.nodes[id].array;
        match (array.list_type.as_deref(), array.items) {
            (Some("map"), Some(_)) if array.positions.is_empty() => &array.keys,
            _ => &[],
        }
    }

    fn constant(&self, id: NodeId) -> TokenStream {
        let Topology { fields, each, items, keys } = self.topology_of(id);
        let expression = |found: &Counterparts| self.counterparts(*found);
        let option = |found: &Option<Counterparts>| match found {
            Some(found) => {
                let found = self.counterparts(*found);
                quote!(Some(#found))
            }
            None => quote!(None),
        };
        let (fields, each, items) = (fields.iter().map(expression), option(&each), option(&items));
        let name = self.constant_name(id);
        quote! {
            pub(super) static #name: Topology = Topology {
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                keys: &[#(#keys),*],
                whole: false,
                known: true,
            };
        }
    }

    fn counterparts(&self, found: Counterparts) -> TokenStream {
        match found {
            Counterparts::Whole => quote!(Topology::WHOLE),
            Counterparts::Leaf => quote!(Topology::LEAF),
            Counterparts::Unknown => quote!(Topology::UNKNOWN),
            Counterparts::Node(id) => {
                let name = self.constant_name(id);
                quote!(&#name)
            }
            Counterparts::Metadata(known) => {
                let fields = known.map(|known| match known {
                    true => quote!(Topology::LEAF),
                    false => quote!(Topology::UNKNOWN),
                });
                quote!(&Topology { fields: &[#(#fields),*], each: None, items: None, keys: &[], whole: false, known: true })
            }
        }
    }

    /// The topology of a node.
    pub(super) fn topology_of(&self, id: NodeId) -> Topology {
        let node = &self.plan.nodes[id];
        let special = id == self.plan.root || node.embedded;
        let known = self.fields(id).list();
        let fields = known.iter().map(|field| match field.node {
            Some(node) if special && field.name == "metadata" => self.metadata_topology(node),
            Some(node) => self.counterparts_of(node),
            None => Counterparts::Unknown,
        });
        let keys = self.list_keys(id);
        Topology {
            fields: if node.object.fields.is_empty() { Vec::new() } else { fields.collect() },
            each: match node.object.others {
                Others::Each(each) => Some(self.counterparts_of(each)),
                _ => None,
            },
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
