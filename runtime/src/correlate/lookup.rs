//! Finds the counterparts of the children of one container: in order while old and new have the same order,
//! by an index after that.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::Correlated;
use crdc_object::tape::{Children, Kind, Tape};

/// Finds members or items of one container of the old object.
pub(super) struct Lookup<'t, C> {
    new: Tape<'t>,
    old: Tape<'t>,
    /// The container of the old object.
    at: u32,
    topology: C,
    /// Old children in order; `None` after the first that was not the one requested.
    next: Option<Children<'t>>,
    index: Option<BTreeMap<Cow<'t, [u8]>, u32>>,
}

impl<'t, C: Correlated<'t>> Lookup<'t, C> {
    pub(super) fn new(new: Tape<'t>, old: Tape<'t>, at: u32, topology: C) -> Self {
        Lookup { new, old, at, topology, next: Some(old.children(at)), index: None }
    }

    /// The counterpart of a child of the new container, and its topology. Children should be requested in
    /// order.
    pub(super) fn find(&mut self, child: u32) -> Option<(u32, C)> {
        let entry = self.new.entry(child);
        if entry.key == crdc_object::tape::NO_KEY {
            let topology = self.topology.items()?;
            let key = tuple(self.new, child, self.topology.keys())?;
            // Only the first of several items with the same keys counts, so the order alone is not enough.
            return self.indexed(&key).map(|found| (found, topology));
        }
        let topology = self.topology.member(entry.field)?;
        let key = self.new.raw_key(&entry);
        if let Some(next) = &mut self.next {
            match next.next() {
                Some(found) if self.old.raw_key(&self.old.entry(found)) == key => {
                    return Some((found, topology));
                }
                _ => self.next = None,
            }
        }
        self.indexed(key).map(|found| (found, topology))
    }

    fn indexed(&mut self, key: &[u8]) -> Option<u32> {
        let (old, at, topology) = (self.old, self.at, self.topology);
        let index = self.index.get_or_insert_with(|| {
            let mut index = BTreeMap::new();
            for child in old.children(at) {
                let entry = old.entry(child);
                let key = if entry.key == crdc_object::tape::NO_KEY {
                    tuple(old, child, topology.keys()).map(Cow::Owned)
                } else {
                    Some(Cow::Borrowed(old.raw_key(&entry)))
                };
                if let Some(key) = key {
                    index.entry(key).or_insert(child);
                }
            }
            index
        });
        index.get(key).copied()
    }
}

/// The keys of an item of a list map as one text. `None` if a key is missing or is not a scalar, and for
/// items of other lists.
// apiserver: pkg/cel/common/maplist.go CompositeKeyFor
fn tuple<'k>(tape: Tape<'_>, item: u32, keys: impl ExactSizeIterator<Item = &'k str>) -> Option<Vec<u8>> {
    if keys.len() == 0 {
        return None;
    }
    let single = keys.len() == 1;
    let mut out = Vec::new();
    for key in keys {
        let at = tape.member(item, key.as_bytes())?;
        let entry = tape.entry(at);
        match entry.kind {
            Kind::True => out.extend_from_slice(b"t"),
            Kind::False => out.extend_from_slice(b"f"),
            Kind::Int => out.extend_from_slice(format!("i{}", tape.int(&entry)).as_bytes()),
            // Several keys are joined as text, which writes a float with six digits.
            Kind::Float if single => {
                out.extend_from_slice(format!("d{:e}", tape.float(&entry) + 0.0).as_bytes())
            }
            Kind::Float => out.extend_from_slice(format!("d{:.6}", tape.float(&entry)).as_bytes()),
            Kind::String => {
                let text = tape.string(&entry);
                out.extend_from_slice(format!("s{}:", text.len()).as_bytes());
                out.extend_from_slice(text);
            }
            Kind::Null | Kind::Array | Kind::Object => return None,
        }
        out.push(0);
    }
    Some(out)
}
