//! Builds the constants by which old and new values are correlated.

use super::layers::layered;
use super::runtime::Topology;
use bumpalo::Bump;
use crdc_plan::actions::{self, Counterparts};

/// The topologies of the nodes of a plan.
pub(super) struct Topologies<'p> {
    arena: &'p Bump,
    made: Vec<Option<&'p Topology<'p>>>,
}

impl<'p> Topologies<'p> {
    pub(super) fn new(arena: &'p Bump, topologies: &'p [Option<actions::Topology>]) -> Self {
        let named = |id: usize| topologies[id].iter().flat_map(named_by).collect();
        let made = layered(topologies.len(), named, |id, known| {
            let of = topologies.get(id)?.as_ref()?;
            let get = |of: &Counterparts| named_topology(arena, *of, known);
            let fields: Vec<_> = of.fields.iter().map(get).collect();
            let keys: Vec<&'p str> = of.keys.iter().map(String::as_str).collect();
            Some(&*arena.alloc(Topology {
                fields: arena.alloc_slice_copy(&fields),
                each: of.each.as_ref().map(get),
                items: of.items.as_ref().map(get),
                keys: arena.alloc_slice_copy(&keys),
                whole: false,
                known: true,
            }))
        });
        Topologies { arena, made }
    }

    pub(super) fn get(&self, of: Counterparts) -> &'p Topology<'p> {
        named_topology(self.arena, of, &|id| self.made.get(id).copied().flatten())
    }
}

/// The nodes to which a topology refers.
fn named_by(of: &actions::Topology) -> impl Iterator<Item = usize> {
    let all = of.fields.iter().chain(&of.each).chain(&of.items);
    all.filter_map(|of| match of {
        Counterparts::Node(id) => Some(*id),
        _ => None,
    })
}

fn named_topology<'p>(
    arena: &'p Bump,
    of: Counterparts,
    known: &dyn Fn(usize) -> Option<&'p Topology<'p>>,
) -> &'p Topology<'p> {
    match of {
        Counterparts::Whole => Topology::WHOLE,
        Counterparts::Leaf => Topology::LEAF,
        Counterparts::Unknown => Topology::UNKNOWN,
        // Values beyond the depth of recursive definitions are refused.
        Counterparts::Node(id) => known(id).unwrap_or(Topology::LEAF),
        Counterparts::Metadata(specified) => {
            let field = |known| if known { Topology::LEAF } else { Topology::UNKNOWN };
            let fields = specified.map(field);
            arena.alloc(Topology { fields: arena.alloc_slice_copy(&fields), ..*Topology::LEAF })
        }
    }
}
