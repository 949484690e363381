//! Finds the paths to extensions: immutability rules, unions and normalized values.
//!
//! Paths without extensions are left out. Within immutable values and members of marked sets, the paths to
//! sets and list maps are kept too, since sets and list maps have their own rules of equality.

use crdc_vocabulary::{Dialect, Immutability, below};

use super::builder::Builder;
use super::extensions::{self, Edge, ExtensionNode, Extensions, ItemKind, Mark, Step};
use super::reached::reached;
use crate::{FieldExtensions, Node, NodeId, Union, UnionRules};

/// The extensions that are reachable from each node.
struct Reach<'p> {
    /// Bits of [`below`] for the node and everything below it.
    bits: Vec<u8>,
    /// Whether the node is within a value that is compared as a whole: an immutable value, or a marked set.
    within: Vec<bool>,
    /// Whether the node's values have extensions.
    places: Vec<bool>,
    /// The outgoing edges of the node.
    links: Vec<Vec<Link<'p>>>,
}

/// An edge out of a node: its target and its extensions.
struct Link<'p> {
    kind: LinkKind<'p>,
    to: NodeId,
    guard: FieldExtensions,
}

/// The kind of an edge.
#[derive(Clone, Copy)]
enum LinkKind<'p> {
    /// A field, with its number and name.
    Field(usize, &'p str),
    /// The other members.
    Each,
    /// The items.
    Items,
}

impl<'p> LinkKind<'p> {
    fn name(self) -> Option<&'p str> {
        if let LinkKind::Field(_, name) = self { Some(name) } else { None }
    }
}

impl<'p> Builder<'p> {
    /// Computes the extensions that are reachable from each node. Nodes may be recursive.
    fn reach(&self) -> Reach<'p> {
        let count = self.plan.nodes.len();
        let links: Vec<Vec<Link<'p>>> = (0..count).map(|id| self.links(id)).collect();
        let mut from: Vec<Vec<NodeId>> = vec![Vec::new(); count];
        for (id, links) in links.iter().enumerate() {
            for link in links {
                from[link.to].push(id);
            }
        }
        let mut reach =
            Reach { bits: vec![0; count], within: vec![false; count], places: vec![false; count], links };
        // Children have lower numbers, except for recursive definitions. A node is revisited whenever one of
        // its children gets more bits, of which there are a few.
        let mut todo: Vec<NodeId> = (0..count).rev().collect();
        while let Some(id) = todo.pop() {
            let node = &self.plan.nodes[id];
            let own = if node.unions.is_empty() { 0 } else { below::UNIONS };
            let keyed = if is_keyed(node) { below::KEYED } else { 0 };
            let held = reach.links[id].iter().fold(0, |bits, link| bits | self.bits(&reach, link));
            let bits = own | keyed | held;
            if bits != std::mem::replace(&mut reach.bits[id], bits) {
                todo.extend(&from[id]);
            }
        }
        let is_set = |id: NodeId| self.plan.nodes[id].array.list_type.as_deref() == Some("set");
        let whole = |link: &&Link<'_>| match link.guard.marked {
            Some(Immutability::Immutable) => true,
            Some(_) => is_set(link.to),
            None => false,
        };
        let whole = reach.links.iter().flatten().filter(whole).map(|link| link.to);
        reach.within = reached(count, whole, |id| reach.links[id].iter().map(|link| link.to));
        for (id, node) in self.plan.nodes.iter().enumerate() {
            let leads_on = reach.links[id].iter().any(|link| self.leads_on(&reach, id, link));
            reach.places[id] = !node.unions.is_empty() || is_keyed(node) || leads_on;
        }
        reach
    }

    /// The extensions at the target of an edge and below.
    fn bits(&self, reach: &Reach<'p>, link: &Link<'_>) -> u8 {
        let mut bits = reach.bits[link.to];
        if link.guard.marked.is_some() {
            bits |= below::MARKS;
            if self.dialect(link.guard) == Dialect::Declarative {
                bits |= below::NEW;
            }
        }
        if link.guard.normalize {
            bits |= below::NORMALIZED;
        }
        bits
    }

    fn dialect(&self, guard: FieldExtensions) -> Dialect {
        guard.dialect.unwrap_or(self.policies.dialect)
    }

    /// Whether there are rules, or immutability markers of the dialect `cel`, which are checked like rules.
    pub(super) fn has_rules(&self) -> bool {
        self.plan.has_rules() || self.lowers()
    }

    fn lowers(&self) -> bool {
        let marked =
            |link: &Link<'_>| link.guard.marked.is_some() && self.dialect(link.guard) == Dialect::Cel;
        self.plan.has_extensions()
            && (0..self.plan.nodes.len()).flat_map(|id| self.links(id)).any(|link| marked(&link))
    }

    fn links(&self, id: NodeId) -> Vec<Link<'p>> {
        let node: &'p Node = &self.plan.nodes[id];
        let known = self.fields(id);
        let fields = self.plan.own_fields(id).filter_map(|found| {
            let number = known.number(&found.name)?;
            Some(Link { kind: LinkKind::Field(number, &found.name), to: found.node, guard: found.guard })
        });
        let each = node.object.each();
        let each = each.map(|to| Link { kind: LinkKind::Each, to, guard: node.object.others_guard });
        let items = node.array.items.filter(|_| node.array.positions.is_empty());
        let items = items.map(|to| Link { kind: LinkKind::Items, to, guard: node.array.items_guard });
        fields.chain(each).chain(items).collect()
    }

    /// Whether a walk at the node may follow this edge.
    fn leads_on(&self, reach: &Reach<'p>, id: NodeId, link: &Link<'_>) -> bool {
        let bits = self.bits(reach, link);
        bits & !below::KEYED != 0 || reach.within[id] && bits != 0
    }

    /// The extensions that are reachable from the root. `None` if there are no extensions.
    pub(super) fn extensions(&mut self) -> Option<Extensions> {
        if !self.plan.has_extensions() {
            return None;
        }
        let reach = self.reach();
        let root = self.plan.root;
        let found = reach.bits[root] & !below::KEYED;
        if found == 0 {
            return None;
        }
        let mut nodes = vec![None; self.plan.nodes.len()];
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if reach.places[id] && nodes[id].is_none() {
                let links = reach.links[id].iter().filter(|link| self.leads_on(&reach, id, link));
                todo.extend(links.map(|link| link.to));
                nodes[id] = Some(self.extension_node(&reach, id));
            }
        }
        let validated = self.plan.nodes.iter().flat_map(|node| &node.unions).any(|union| !union.is_older());
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

    fn extension_node(&mut self, reach: &Reach<'p>, id: NodeId) -> ExtensionNode {
        let node = &self.plan.nodes[id];
        let (mut fields, mut each, mut items) = (Vec::new(), None, None);
        for link in reach.links[id].iter().filter(|link| self.leads_on(reach, id, link)) {
            let edge = self.edge(reach, link);
            match link.kind {
                LinkKind::Field(..) => fields.push(edge),
                LinkKind::Each => each = Some(edge),
                LinkKind::Items => items = Some(edge),
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

    fn edge(&self, reach: &Reach<'p>, link: &Link<'_>) -> Edge {
        let below = self.bits(reach, link);
        let name = link.kind.name().filter(|_| below & below::NEW != 0).unwrap_or("");
        Edge {
            field: if let LinkKind::Field(number, _) = link.kind { number } else { 0 },
            name: name.to_owned(),
            node: Some(link.to).filter(|to| reach.places[*to]),
            mark: link.guard.marked.map(|marked| {
                let dialect = self.dialect(link.guard);
                let presence =
                    dialect != Dialect::Cel || link.kind.name().is_none_or(crdc_schema::is_nameable);
                Mark { marked, dialect, presence }
            }),
            normalize: link.guard.normalize,
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
        let values = union.members.iter().map(|member| crdc_source::json::Json::String(member.value.clone()));
        let place = |value| self.constants.place(&union.discriminator, &value);
        values.map(place).map(|place| [place.key, place.value, place.end]).collect()
    }

    /// The discriminators that may be deduced, each with its number and the place of its key in the constant
    /// text. If such a discriminator is absent, the decoder reserves an entry on the tape for it.
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
