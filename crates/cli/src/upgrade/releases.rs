//! The releases before and after, for the report. In: the upgrade, after all objects were asked about. Out: a
//! line for each project whose kinds were met.

use super::Upgrade;
use super::crds::Crds;
use crate::validate::report::used_releases::{self, UsedRelease};

impl Upgrade {
    /// The releases of the projects whose kinds were met.
    pub(crate) fn releases(&self) -> Vec<UsedRelease> {
        let (kinds, before) = (self.after.met(), self.before.met());
        let of_project = kinds.chunk_by(|one, other| one.project == other.project);
        let of_moves = of_project.filter_map(|kinds| {
            // A kind that is gone has no text, and says all the same which releases there are.
            let versions = self.moves.get(&kinds.first()?.project)?;
            let crds = kinds.iter().filter_map(|kind| self.crds.get(&kind.group, &kind.name)?.get());
            let before =
                before.iter().find(|kind| Some(&kind.project) == kinds.first().map(|kind| &kind.project));
            let before = before.map(|kind| used_releases::of_kind(kind)).filter(|before| !before.is_known);
            Some(UsedRelease {
                compared_with: before.map(|before| before.validated_against).unwrap_or_default(),
                upgraded_from: versions.from.iter().map(used_releases::version).collect(),
                other_changes: crds.map(Crds::others).sum(),
                ..used_releases::of_kind(kinds.first()?)
            })
        });
        of_moves.collect()
    }
}
