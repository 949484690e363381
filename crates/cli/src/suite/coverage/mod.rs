//! Reports the constraints that no test made fail. In: the CRDs of suites, and the answers to their tests.
//! Out: the points that were reached, and the places of the other points. A point is a constraint that a test
//! can make fail.
//!
//! `points` lists the points of a version, from its outline. `hit` finds the points of an error by the path
//! and the text of the server's error. `locate` follows a path, `merge` merges the variants of a CRD,
//! `report` writes the points that were not reached.
//!
//! **Only refusals count as coverage**, found by path, type and text of the server's errors: the text of a
//! constraint in `points` is the server's of `crates/vocabulary/src/messages.rs`.
//! `crates/cli/tests/suites/coverage` makes each kind of constraint fail once.

mod hit;
mod locate;
mod merge;
mod points;
mod report;
mod what;

use std::collections::HashSet;

use super::answer::Seen;
use crdc::__private::plan::Compiled;
use crdc_check::check_source;
use crdc_check::{CheckedCrd, Outcome as Checked};
use crdc_source::{Node, Source};
use merge::{Reached, merge, sum};
use points::Table;
pub(crate) use what::What;

/// The points of all CRDs so far.
#[derive(Default)]
pub(crate) struct Coverage {
    tables: Vec<Table>,
    seen: HashSet<String>,
    /// The names of the files with the CRDs that the suite runs against.
    current: Vec<String>,
}

impl Coverage {
    /// Adds the CRDs to which the next answers belong.
    pub(super) fn add(&mut self, sources: &[Source]) {
        self.current = sources.iter().map(|source| source.name.clone()).collect();
        for source in sources {
            if !self.seen.insert(source.name.clone()) {
                continue;
            }
            let checked = check_source(source, None);
            let lines = source.lines();
            for version in checked.crds.iter().filter_map(Checked::accepted).flat_map(CheckedCrd::versions) {
                self.tables.extend(Table::of(version, source, &lines));
            }
        }
    }

    /// Records an answer: its errors, or the rules that held. `object` is what the server accepted, if it
    /// did, and `old` what it replaces. Paths of errors are followed in all `objects`.
    pub(super) fn record(
        &mut self,
        of: &Compiled<'_>,
        seen: &Seen,
        (object, old): (Option<&Node>, Option<&Node>),
        objects: &[&Node],
    ) {
        let fits = |table: &&mut Table| {
            table.api_version == of.api_version && table.kind == of.kind && self.current.contains(&table.file)
        };
        for table in self.tables.iter_mut().filter(fits) {
            hit::record(table, seen, objects);
            if let Some(object) = object {
                hit::held(table, object, old);
            }
        }
    }

    /// The number of points, and the number of reached points.
    pub(crate) fn reached(&self, what: What) -> Reached {
        sum(&merge(&self.tables, what))
    }

    /// The points that were not reached, with their places.
    pub(crate) fn text(&self, what: What) -> String {
        let tables = merge(&self.tables, what);
        report::text(&tables, sum(&tables), what)
    }
}
