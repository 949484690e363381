//! Constants for the runtime's `extensions`: paths to immutability rules, unions and normalized values.
//!
//! Paths that lead to none of them are left out. Within immutable values, sets and list maps are kept as
//! well, since they have their own rules of equality.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crdc_vocabulary::{Dialect, Immutability, below};

use super::Emitter;
use crate::plan::{FieldExtensions, Node, NodeId, Others, Union, UnionRules};
use crate::tokens;

/// What is reachable, by node.
pub(super) struct Leads<'p> {
    /// Bits of [`below`] for the node and everything below it.
    bits: Vec<u8>,
    /// Whether the node is within an immutable value.
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

impl<'p> Emitter<'p> {
    /// Computes what is reachable. Nodes may contain themselves.
    pub(super) fn leads(&self) -> Leads<'p> {
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
        let immutable = |way: &&Way<'_>| way.guard.marked == Some(Immutability::Immutable);
        let mut todo: Vec<NodeId> = leads.ways.iter().flatten().filter(immutable).map(|way| way.to).collect();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut leads.within[id], true) {
                todo.extend(leads.ways[id].iter().map(|way| way.to));
            }
        }
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
            bits |= below::NORMALISED;
        }
        bits
    }

    fn dialect(&self, guard: FieldExtensions) -> Dialect {
        guard.dialect.unwrap_or(self.policies.dialect)
    }

    /// Whether any immutability rule is checked as a CEL rule would be.
    pub(super) fn lowers(&self) -> bool {
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
        let each = match node.object.others {
            Others::Each(to) => Some(Way { out: Out::Each, to, guard: node.object.others_guard }),
            _ => None,
        };
        let items = node.array.items.filter(|_| node.array.positions.is_empty());
        let items = items.map(|to| Way { out: Out::Items, to, guard: node.array.items_guard });
        fields.chain(each).chain(items).collect()
    }

    /// Whether a walk at the node may follow this edge.
    fn leads_on(&self, leads: &Leads<'p>, id: NodeId, way: &Way<'_>) -> bool {
        let bits = self.bits(leads, way);
        bits & !below::KEYED != 0 || leads.within[id] && bits != 0
    }

    /// All places, the last nodes first, and the expression for the steps of the resource.
    pub(super) fn extensions(&mut self) -> Option<(Vec<TokenStream>, TokenStream)> {
        if !self.plan.has_extensions() {
            return None;
        }
        let leads = self.leads();
        let root = self.plan.root;
        let found = leads.bits[root] & !below::KEYED;
        if found == 0 {
            return None;
        }
        let mut reached = vec![false; self.plan.nodes.len()];
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !leads.places[id] || std::mem::replace(&mut reached[id], true) {
                continue;
            }
            let ways = leads.ways[id].iter().filter(|way| self.leads_on(&leads, id, way));
            todo.extend(ways.map(|way| way.to));
        }
        let ids: Vec<NodeId> = (0..reached.len()).rev().filter(|id| reached[*id]).collect();
        let places = ids.into_iter().map(|id| self.place(&leads, id)).collect();
        let runtime = &self.runtime;
        let step = |bit: u8, name: &str| {
            let name = format_ident!("{name}");
            (found & bit != 0).then(|| quote!(#name: Some(#runtime::extensions::#name),))
        };
        let seeds = self.plan.nodes.iter().flat_map(|node| &node.unions);
        let validated = seeds.into_iter().any(|union| matches!(union.rules, UnionRules::Seed { .. }));
        let steps = [
            step(below::NORMALISED, "normalise_fields"),
            step(below::UNIONS, "normalise_unions"),
            step(found, "normalize_numbers"),
            step(below::MARKS, "immutability"),
            step(below::UNIONS, "unions").filter(|_| validated),
        ];
        let name = self.place_name(root);
        let steps = quote!(#runtime::Steps {
            places: &super::extension_places::#name,
            #(#steps)*
            ..#runtime::Steps::NONE
        });
        Some((places, steps))
    }

    fn place_name(&self, id: NodeId) -> Ident {
        format_ident!("{}", self.names.of(id).to_string().to_uppercase())
    }

    fn place(&mut self, leads: &Leads<'p>, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        let (mut fields, mut each, mut items) = (Vec::new(), quote!(None), quote!(None));
        for way in leads.ways[id].iter().filter(|way| self.leads_on(leads, id, way)) {
            let edge = self.edge(leads, way);
            match way.out {
                Out::Field(number, _) => fields.push((number, edge)),
                Out::Each => each = quote!(Some(&#edge)),
                Out::Items => items = quote!(Some(&#edge)),
            }
        }
        fields.sort_by_key(|(number, _)| *number);
        let fields = fields.into_iter().map(|(_, edge)| edge);
        let list = match (node.array.list_type.as_deref(), self.map_keys(node)) {
            (Some("set"), _) => quote!(ItemKind::Value),
            (Some("map"), keys) if !keys.is_empty() => quote!(ItemKind::Keys(&[#(#keys),*])),
            _ => quote!(ItemKind::Index),
        };
        let unions: Vec<TokenStream> = node.unions.iter().map(|union| self.union(id, union)).collect();
        let name = self.place_name(id);
        quote! {
            pub(super) static #name: ExtensionNode = ExtensionNode {
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                list: #list,
                unions: &[#(#unions),*],
            };
        }
    }

    fn edge(&self, leads: &Leads<'p>, way: &Way<'_>) -> TokenStream {
        let number = if let Out::Field(number, _) = way.out { number } else { 0 };
        let field = Literal::usize_unsuffixed(number);
        let place = if leads.places[way.to] {
            let name = self.place_name(way.to);
            quote!(&#name)
        } else {
            quote!(ExtensionNode::NONE)
        };
        let mark = match way.guard.marked {
            Some(marked) => {
                let dialect = self.dialect(way.guard);
                let presence =
                    dialect != Dialect::Cel || way.out.name().is_none_or(crate::schema::is_nameable);
                let mark = tokens::mark(marked, dialect, presence);
                quote!(Some(#mark))
            }
            None => quote!(None),
        };
        let normalise = way.guard.normalize;
        let bits_of = self.bits(leads, way);
        let bits = Literal::u8_unsuffixed(bits_of);
        let name = way.out.name().filter(|_| bits_of & below::NEW != 0).unwrap_or("");
        quote!(Edge { field: #field, name: #name, place: #place, mark: #mark, normalise: #normalise, below: #bits })
    }

    fn union(&mut self, id: NodeId, union: &Union) -> TokenStream {
        let deduced = self.deduced(union);
        let fields = self.fields(id);
        tokens::union(union, |name| fields.number(name), &deduced)
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
