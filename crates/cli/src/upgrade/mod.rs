//! Compares what two releases of projects do with the objects of files. In: the kinds of the catalogue, and
//! the releases before and after. Out: for each object what the upgrade changes.
//!
//! `moves` decides which projects are upgraded. `object` validates an object with both releases, with the
//! means of `crdc validate`, which knows nothing of upgrades. What that cannot show, only a comparison of the
//! CRDs says: what updates and applies see, and what happens to the CRD itself. `crds` compares the CRDs of a
//! kind, `fields` finds the changes whose fields an object has, `stored` says what differs between two stored
//! objects, and `releases` is the line of a project in the report.

mod crds;
mod fields;
mod moves;
mod object;
mod releases;
mod stored;

use std::sync::OnceLock;

use crate::validate::schemas::catalogue::{Catalogued, InUse};
use crate::validate::schemas::kinds::Kinds;
use crds::Crds;
pub(crate) use moves::{Asked, Move, Moves, NOTHING_NEWER, moves};

/// An upgrade of projects.
pub(crate) struct Upgrade {
    moves: Moves,
    /// The kinds as the releases before and after have them. Projects that are not upgraded are the same.
    before: Catalogued,
    after: Catalogued,
    /// The comparison of each kind of the projects, which the first object of the kind needs.
    crds: Kinds<OnceLock<Crds>>,
}

impl Upgrade {
    /// The upgrade from the releases in use, or to them.
    pub(crate) fn new(in_use: &Catalogued, moves: Moves) -> Upgrade {
        let side = |of: fn(&Move) -> &[InUse]| {
            let mut releases = in_use.releases().clone();
            moves.iter().for_each(|(name, versions)| releases.replace(name, of(versions)));
            in_use.with(releases)
        };
        let (before, after) = (side(|versions| &versions.from), side(|versions| &versions.to));
        let mut crds = Kinds::default();
        for definition in
            moves.keys().filter_map(|name| in_use.project(name)).flat_map(|one| &one.definitions)
        {
            crds.entry(&definition.group, &definition.kind);
        }
        Upgrade { moves, before, after, crds }
    }
}
