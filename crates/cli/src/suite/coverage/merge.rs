//! Merges the points of the variants of a CRD, such as variants for different feature gates. In: the tables
//! of all files. Out: one list for each CRD and version, in which a point was reached if it was reached in
//! any variant; and the number of points.

use std::collections::HashMap;

use super::points::{Point, Table};
use super::what::What;

/// The number of points, and the number of reached points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) points: usize,
    pub(crate) hit: usize,
}

impl Reached {
    /// In percent, rounded down to one digit; 100 if there is nothing to reach.
    pub(crate) fn percent(self) -> f64 {
        if self.points == 0 {
            return 100.0;
        }
        #[allow(clippy::cast_precision_loss)]
        let thousandths = (self.hit * 1000 / self.points) as f64;
        thousandths / 10.0
    }
}

/// The points of a version of a CRD.
pub(super) struct Merged<'t> {
    pub(super) crd: &'t str,
    pub(super) version: &'t str,
    /// The files that have the CRD.
    pub(super) files: Vec<&'t str>,
    /// The points, each with the first file that has it.
    pub(super) points: Vec<(&'t str, &'t Point)>,
    pub(super) hit: Vec<bool>,
    /// Whether the rule held; true for other constraints.
    pub(super) held: Vec<bool>,
}

impl Merged<'_> {
    pub(super) fn reached(&self) -> Reached {
        let hit = self.hit.iter().zip(&self.held).filter(|(hit, held)| **hit && **held);
        Reached { points: self.points.len(), hit: hit.count() }
    }
}

/// The key of a point, which is equal for the same point in two variants.
type Key<'t> = (&'t str, &'t str, &'t str);

/// One list for each CRD and version, in the order in which they came.
pub(super) fn merge(tables: &[Table], what: What) -> Vec<Merged<'_>> {
    let mut merged: Vec<Merged<'_>> = Vec::new();
    let mut lists: HashMap<(&str, &str), usize> = HashMap::new();
    let mut known: Vec<HashMap<Key<'_>, usize>> = Vec::new();
    for table in tables {
        let Table { crd, version, file, .. } = table;
        let list = *lists.entry((crd, version)).or_insert_with(|| {
            merged.push(Merged {
                crd,
                version,
                files: Vec::new(),
                points: Vec::new(),
                hit: Vec::new(),
                held: Vec::new(),
            });
            known.push(HashMap::new());
            merged.len() - 1
        });
        let (into, known) = (&mut merged[list], &mut known[list]);
        into.files.push(file);
        // Equal constraints in one file are different points. Only fields with equal paths have such
        // constraints.
        let first_new = into.points.len();
        for point in table.points.iter().filter(|point| what == What::All || point.is_rule()) {
            let held = point.held || what == What::All;
            let key = (point.path.as_str(), point.what.as_str(), point.words.as_str());
            match known.get(&key) {
                Some(&at) if at < first_new => {
                    into.hit[at] |= point.hit;
                    into.held[at] |= held;
                }
                _ => {
                    known.insert(key, into.points.len());
                    into.points.push((file, point));
                    into.hit.push(point.hit);
                    into.held.push(held);
                }
            }
        }
    }
    merged
}

/// The number of points of all CRDs, and the number of reached points.
pub(super) fn sum(tables: &[Merged<'_>]) -> Reached {
    tables.iter().map(Merged::reached).fold(Reached::default(), |sum, one| Reached {
        points: sum.points + one.points,
        hit: sum.hit + one.hit,
    })
}
