//! Makes the constants by which old and new values are matched.

use super::runtime::Topology;
use bumpalo::Bump;
use crdc_codegen::actions::{self, Counterparts};

/// The topologies of the nodes of a plan, which come after those that they name.
pub(super) struct Topologies<'p> {
    arena: &'p Bump,
    made: Vec<Option<&'p Topology<'p>>>,
}

impl<'p> Topologies<'p> {
    pub(super) fn new(arena: &'p Bump, topologies: &'p [Option<actions::Topology>]) -> Self {
        let mut made = Topologies { arena, made: Vec::with_capacity(topologies.len()) };
        for topology in topologies {
            let found = topology.as_ref().map(|topology| made.topology(topology));
            made.made.push(found);
        }
        made
    }

    fn topology(&self, of: &'p actions::Topology) -> &'p Topology<'p> {
        let fields: Vec<_> = of.fields.iter().map(|field| self.get(*field)).collect();
        let keys: Vec<&'p str> = of.keys.iter().map(String::as_str).collect();
        self.arena.alloc(Topology {
            fields: self.arena.alloc_slice_copy(&fields),
            each: of.each.map(|each| self.get(each)),
            items: of.items.map(|items| self.get(items)),
            keys: self.arena.alloc_slice_copy(&keys),
            whole: false,
            known: true,
        })
    }

    pub(super) fn get(&self, of: Counterparts) -> &'p Topology<'p> {
        match of {
            Counterparts::Whole => Topology::WHOLE,
            Counterparts::Leaf => Topology::LEAF,
            Counterparts::Unknown => Topology::UNKNOWN,
            Counterparts::Node(id) => self.made.get(id).copied().flatten().unwrap_or(Topology::LEAF),
            Counterparts::Metadata(known) => {
                let field = |known| if known { Topology::LEAF } else { Topology::UNKNOWN };
                let fields = known.map(field);
                self.arena.alloc(Topology { fields: self.arena.alloc_slice_copy(&fields), ..*Topology::LEAF })
            }
        }
    }
}
