//! Compares a value with its counterpart.

use alloc::vec::Vec;

use super::Correlated;
use super::lookup::Lookup;
use crdc_object::tape::{Kind, Tape, equal};

/// Whether two correlated values are equal.
// apiserver: pkg/cel/common/equality.go CachedDeepEqual
pub(super) fn same<'t, C: Correlated<'t>>(
    new: Tape<'t>,
    old: Tape<'t>,
    pair: (u32, u32),
    topology: C,
) -> bool {
    let mut todo: Vec<(u32, u32, C)> = Vec::new();
    let mut next = Some((pair.0, pair.1, topology));
    while let Some((at_new, at_old, topology)) = next.take().or_else(|| todo.pop()) {
        let (x, y) = (new.entry(at_new), old.entry(at_old));
        if x.kind != y.kind {
            return false;
        }
        let keyed = x.kind == Kind::Array && topology.keys().len() != 0;
        if topology.is_whole() || (x.kind != Kind::Object && !keyed) {
            // Scalars, and containers whose children have no counterparts.
            if !equal(new, at_new, old, at_old) {
                return false;
            }
            continue;
        }
        if new.children(at_new).count() != old.children(at_old).count() {
            return false;
        }
        let mut lookup = Lookup::new(new, old, at_old, topology);
        for child in new.children(at_new) {
            match lookup.find(child) {
                Some((found, topology)) => todo.push((child, found, topology)),
                None => return false,
            }
        }
    }
    true
}
