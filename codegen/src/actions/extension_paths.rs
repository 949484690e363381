//! Where extensions are: paths to immutability rules, unions and normalized values.
//!
//! Paths that lead to none of them are left out. Within immutable values and members of marked sets, sets and
//! list maps are kept as well, since they have their own rules of equality.

use crdc_vocabulary::{Dialect, Immutability, below};

use super::builder::Builder;
use super::extensions::{self, Edge, ExtensionNode, Extensions, ItemKind, Mark, Step};
use super::reached::reached;
use crate::plan::{FieldExtensions, Node, NodeId, Union, UnionRules};

/// What is reachable, by node.
struct Leads<'p> {
    /// Bits of [`below`] for the node and everything below it.
    bits: Vec<u8>,
    /// Whether the node is within a value that is compared as a whole: an immutable value, or a marked set.
    within: Vec<bool>,
    /// Whether the node's values have extensions.
    places: Vec<bool>,
    /// The outgoing edges of the node.
    ways: Vec<Vec<Way<'p>>>,
}

/// An edge out of a node: its target and its extensions.
struct Way<'p> {
    out: Out<'p>,
    to: NodeId,
    guard: FieldExtensions,
}

/// The kind of an edge.
#[derive(Clone, Copy)]
enum Out<'p> {
    /// A field, with its number and name.
    Field(usize, &'p str),
    /// The other members.
    Each,
    /// The items.
    Items,
}

impl<'p> Out<'p> {
    fn name(self) -> Option<&'p str> {
        if let Out::Field(_, name) = self { Some(name) } else { None }
    }
}

impl<'p> Builder<'p> {
    /// Computes what is reachable. Nodes may contain themselves.
    fn leads(&self) -> Leads<'p> {
        let count = self.plan.nodes.len();
        let ways: Vec<Vec<Way<'p>>> = (0..count).map(|id| self.ways(id)).collect();
        let mut from: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        for (id, ways) in ways.iter().enumerate() {
            for way in ways {
                from[way.to].push(id);
            }
        }
        let mut leads =
            Leads { bits: vec![0; count], within: vec![false; count], places: vec![false; count], ways };
        // Children have lower numbers, except for recursive definitions. A node is revisited whenever one of
        // its children gets more bits, of which there are a few.
        let mut todo: Vec<NodeId> = (0..count).rev().collect();
        while let Some(id) = todo.pop() {
            let node = &self.plan.nodes[id];
            let own = if node.unions.is_empty() { 0 } else { below::UNIONS };
            let keyed = if is_keyed(node) { below::KEYED } else { 0 };
            let held = leads.ways[id].iter().fold(0, |bits, way| bits | self.bits(&leads, way));
            let bits = own | keyed | held;
            if bits != std::mem::replace(&mut leads.bits[id], bits) {
                todo.extend(&from[id]);
            }
        }
        let is_set = |id: NodeId| self.plan.nodes[id].array.list_type.as_deref() == Some("set");
        let whole = |way: &&Way<'_>| match way.guard.marked {
            Some(Immutability::Immutable) => true,
            Some(_) => is_set(way.to),
            None => false,
        };
        let whole = leads.ways.iter().flatten().filter(whole).map(|way| way.to);
        leads.within = reached(count, whole, |id| leads.ways[id].iter().map(|way| way.to));
        for (id, node) in self.plan.nodes.iter().enumerate() {
            let leads_on = leads.ways[id].iter().any(|way| self.leads_on(&leads, id, way));
            leads.places[id] = !node.unions.is_empty() || is_keyed(node) || leads_on;
        }
        leads
    }

    /// What is found at the target of an edge and below.
    fn bits(&self, leads: &Leads<'p>, way: &Way<'_>) -> u8 {
        let mut bits = leads.bits[way.to];
        if way.guard.marked.is_some() {
            bits |= below::MARKS;
            if self.dialect(way.guard) == Dialect::Declarative {
                bits |= below::NEW;
            }
        }
        if way.guard.normalize {
            bits |= below::NORMALIZED;
        }
        bits
    }

    fn dialect(&self, guard: FieldExtensions) -> Dialect {
        guard.dialect.unwrap_or(self.policies.dialect)
    }

    /// Whether there are rules, or immutability is checked as rules are.
    pub(super) fn has_rules(&self) -> bool {
        self.plan.has_rules() || self.lowers()
    }

    fn lowers(&self) -> bool {
        let marked = |way: &Way<'_>| way.guard.marked.is_some() && self.dialect(way.guard) == Dialect::Cel;
        self.plan.has_extensions()
            && (0..self.plan.nodes.len()).flat_map(|id| self.ways(id)).any(|way| marked(&way))
    }

    fn ways(&self, id: NodeId) -> Vec<Way<'p>> {
        let node: &'p Node = &self.plan.nodes[id];
        let special = id == self.plan.root || node.embedded;
        let known = self.fields(id);
        let fields = node.object.fields.iter().filter(|field| !(special && field.name == "metadata"));
        let fields = fields.filter_map(|found| {
            let number = known.number(&found.name)?;
            Some(Way { out: Out::Field(number, &found.name), to: found.node, guard: found.guard })
        });
        let each = node.object.each();
        let each = each.map(|to| Way { out: Out::Each, to, guard: node.object.others_guard });
        let items = node.array.items.filter(|_| node.array.positions.is_empty());
        let items = items.map(|to| Way { out: Out::Items, to, guard: node.array.items_guard });
        fields.chain(each).chain(items).collect()
    }

    /// Whether a walk at the node may follow this edge.
    fn leads_on(&self, leads: &Leads<'p>, id: NodeId, way: &Way<'_>) -> bool {
        let bits = self.bits(leads, way);
        bits & !below::KEYED != 0 || leads.within[id] && bits != 0
    }

    /// The extensions that the root reaches; none if there are none.
    pub(super) fn extensions(&mut self) -> Option<Extensions> {
        if !self.plan.has_extensions() {
            return None;
        }
        let leads = self.leads();
        let root = self.plan.root;
        let found = leads.bits[root] & !below::KEYED;
        if found == 0 {
            return None;
        }
        let mut nodes = vec![None; self.plan.nodes.len()];
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if leads.places[id] && nodes[id].is_none() {
                let ways = leads.ways[id].iter().filter(|way| self.leads_on(&leads, id, way));
                todo.extend(ways.map(|way| way.to));
                nodes[id] = Some(self.extension_node(&leads, id));
            }
        }
        let seeds = self.plan.nodes.iter().flat_map(|node| &node.unions);
        let validated = seeds.into_iter().any(|union| !union.is_older());
        let steps = [
            (Step::NormalizeFields, found & below::NORMALIZED != 0),
            (Step::NormalizeUnions, found & below::UNIONS != 0),
            (Step::NormalizeNumbers, true),
            (Step::Immutability, found & below::MARKS != 0),
            (Step::Unions, found & below::UNIONS != 0 && validated),
        ];
        let steps = steps.into_iter().filter(|(_, runs)| *runs).map(|(step, _)| step).collect();
        Some(Extensions { nodes, steps })
    }

    fn extension_node(&mut self, leads: &Leads<'p>, id: NodeId) -> ExtensionNode {
        let node = &self.plan.nodes[id];
        let (mut fields, mut each, mut items) = (Vec::new(), None, None);
        for way in leads.ways[id].iter().filter(|way| self.leads_on(leads, id, way)) {
            let edge = self.edge(leads, way);
            match way.out {
                Out::Field(..) => fields.push(edge),
                Out::Each => each = Some(edge),
                Out::Items => items = Some(edge),
            }
        }
        fields.sort_by_key(|edge| edge.field);
        let list = match (node.array.list_type.as_deref(), self.keys_of(node)) {
            (Some("set"), _) => ItemKind::Value,
            (Some("map"), keys) if !keys.is_empty() => ItemKind::Keys(keys),
            _ => ItemKind::Index,
        };
        let unions = node.unions.iter().map(|union| self.union(id, union)).collect();
        ExtensionNode { fields, each, items, list, unions }
    }

    fn edge(&self, leads: &Leads<'p>, way: &Way<'_>) -> Edge {
        let below = self.bits(leads, way);
        let name = way.out.name().filter(|_| below & below::NEW != 0).unwrap_or("");
        Edge {
            field: if let Out::Field(number, _) = way.out { number } else { 0 },
            name: name.to_owned(),
            node: Some(way.to).filter(|to| leads.places[*to]),
            mark: way.guard.marked.map(|marked| {
                let dialect = self.dialect(way.guard);
                let presence =
                    dialect != Dialect::Cel || way.out.name().is_none_or(crate::schema::is_nameable);
                Mark { marked, dialect, presence }
            }),
            normalize: way.guard.normalize,
            below,
        }
    }

    fn union(&mut self, id: NodeId, of: &Union) -> extensions::Union {
        let deduced = self.deduced(of);
        let fields = self.fields(id);
        extensions::Union {
            of: of.clone(),
            discriminator: fields.number(&of.discriminator),
            members: of.members.iter().map(|member| fields.number(&member.name)).collect(),
            deduced,
        }
    }

    /// The positions of the discriminator with each member's value in the constant text, for unions that
    /// deduce it.
    fn deduced(&mut self, union: &Union) -> Vec<[u32; 3]> {
        if union.rules != (UnionRules::Older { deduce: true }) {
            return Vec::new();
        }
        let values = union.members.iter().map(|member| crate::json::Json::String(member.value.clone()));
        let place = |value| self.constants.place(&union.discriminator, &value);
        values.map(place).map(|place| [place.key, place.value, place.end]).collect()
    }

    /// Discriminators that may be deduced: if one is absent, an entry on the tape is reserved for it, by its number and the
    /// place of its key in the constant text.
    pub(super) fn reserved_of(&mut self, id: NodeId) -> Vec<(usize, u32)> {
        let unions = self.plan.nodes[id].unions.iter();
        let reserved = unions.filter_map(|union| {
            let number = self.fields(id).number(&union.discriminator)?;
            let [key, ..] = *self.deduced(union).first()?;
            Some((number, key))
        });
        reserved.collect()
    }
}

fn is_keyed(node: &Node) -> bool {
    matches!(node.array.list_type.as_deref(), Some("set" | "map"))
}
