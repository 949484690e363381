//! Decides which projects are upgraded. In: what the command line asks for, the releases in use, and those
//! that old files name. Out: for each project the releases before and after.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::validate::schemas::catalogue::{InUse, Releases, newest};
use crdc_catalogue::{Found, Project, Version};

/// What is asked of an upgrade.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// To these versions, by project.
    To(Vec<(String, Version)>),
    /// To the newest release of each project in use.
    ToNewest,
    /// From the versions that the old files name.
    FromOld,
}

/// Why there is no upgrade to the newest releases.
pub(crate) const NOTHING_NEWER: &str = "no project of the catalogue with objects here has a newer release";

/// The releases of a project before and after.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(super) from: Vec<InUse>,
    pub(super) to: Vec<InUse>,
}

/// The projects that are upgraded, by name.
pub(crate) type Moves = BTreeMap<String, Move>;

/// The projects that are upgraded, of those that a catalogue has.
///
/// # Errors
/// The upgrade changes nothing, nobody knows the release before, or the catalogue has no releases to compare.
/// A change that `--old` compares with may move nothing.
pub(crate) fn moves<'c>(
    asked: &Asked,
    in_use: &Releases,
    old: &Releases,
    project: impl Fn(&str) -> Option<&'c Project>,
) -> Result<Moves, Failure> {
    let moves: Moves = match asked {
        Asked::To(targets) => targets.iter().map(|(name, version)| to(name, version, in_use)).collect(),
        Asked::ToNewest => {
            let newer = |(name, from): (&String, &[InUse])| {
                let newest = newest(project(name)?)?;
                from.iter().any(|one| one.version < *newest).then(|| to(name, newest, in_use))
            };
            in_use.all().filter_map(newer).collect()
        }
        Asked::FromOld => {
            let versions = |all: &[InUse]| all.iter().map(|one| one.version.clone()).collect::<Vec<_>>();
            let moved = |(name, from): (&String, &[InUse])| {
                let to = in_use.named(name);
                let is_moved = !to.is_empty() && versions(from) != versions(to);
                is_moved.then(|| (name.clone(), Move { from: from.to_vec(), to: to.to_vec() }))
            };
            old.all().filter_map(moved).collect()
        }
    };
    if let Some((project, _)) = moves.iter().find(|(_, versions)| versions.from.is_empty()) {
        return Err(format!(
            "no file says which release of {project} is in use: write --release {project}=VERSION for it"
        ));
    }
    for (name, Move { to, .. }) in &moves {
        let Some(project) = project(name) else { continue };
        if newest(project).is_none() {
            return Err(format!(
                "the catalogue has only a snapshot of {name}, and no releases to compare: name a catalogue that has them with --catalogue"
            ));
        }
        if let Some(wrong) = to.iter().find(|to| project.nearest(&to.version) == Found::Unknown) {
            return Err(format!(
                "`{}` is no release of {name}: write a version, such as {name}=1.18",
                wrong.version
            ));
        }
    }
    match asked {
        Asked::ToNewest if moves.is_empty() => Err(NOTHING_NEWER.to_owned()),
        _ => Ok(moves),
    }
}

/// A project that is upgraded to a version which no file names.
fn to(name: &str, version: &Version, in_use: &Releases) -> (String, Move) {
    let to = vec![InUse { version: version.clone(), file: None }];
    (name.to_owned(), Move { from: in_use.named(name).to_vec(), to })
}
