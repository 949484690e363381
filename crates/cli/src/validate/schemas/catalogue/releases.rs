//! The releases that are in use. In: names of projects with versions, as the command line, the configuration
//! or a file says them. Out: for a project of a catalogue, its releases that objects must fit.

use std::collections::{BTreeMap, BTreeSet};

use crdc_catalogue::{Catalogue, Found, Project, Version};
use crdc_releases::{By, Pin, Wanted, in_use};

/// A version of a project that something says is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InUse {
    pub(crate) version: Version,
    /// The file that says so; `None` if the command line does.
    pub(crate) file: Option<String>,
}

/// The versions in use, by project.
#[derive(Debug, Default)]
pub(crate) struct Releases {
    of: BTreeMap<String, Vec<InUse>>,
    /// The projects whose releases change, and what they change to; `None` if nothing is upgraded.
    moves: Option<BTreeMap<String, Move>>,
}

/// What is asked of an upgrade.
#[derive(Clone, Debug)]
pub(crate) enum Upgrade {
    /// To these versions, by project.
    To(Vec<(String, Version)>),
    /// To the newest release of each project in use.
    ToNewest,
    /// From the versions that the old files name.
    FromOld,
}

/// The releases of a project before and after an upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The versions in use; none if nobody knows them.
    pub(crate) from: Vec<InUse>,
    pub(crate) to: Vec<InUse>,
}

/// The release of a project, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Release {
    /// The catalogue has all releases in use, which are indices.
    Known { releases: Vec<usize>, in_use: Vec<InUse> },
    /// Nothing says which release is in use.
    Unknown,
    /// The catalogue does not have the releases in use: they are older or newer, and `nearest` are its
    /// nearest.
    Outside { nearest: Vec<usize>, in_use: Vec<InUse> },
    /// The project is upgraded from some releases to others.
    Moved { from: Vec<usize>, to: Vec<usize>, versions: Move },
}

impl Releases {
    /// Adds versions, unless the project has some already: what was added first counts more.
    pub(crate) fn add(&mut self, found: impl IntoIterator<Item = (String, InUse)>) {
        let mut more: BTreeMap<String, Vec<InUse>> = BTreeMap::new();
        for (project, in_use) in found {
            let all = more.entry(project).or_default();
            if all.iter().all(|known| known.version != in_use.version) {
                all.push(in_use);
            }
        }
        for (project, in_use) in more {
            self.of.entry(project).or_insert(in_use);
        }
    }

    /// Adds what files say. An exact version counts more than a range.
    pub(super) fn add_pins(&mut self, pins: &[Pin], catalogue: &Catalogue) {
        let found = in_use(pins, catalogue);
        let is_exact = |one: &&crdc_releases::InUse<'_>| matches!(one.wanted, Wanted::Exact(_));
        let exact = found.iter().filter(is_exact).filter(|one| one.version.is_some());
        let exact: BTreeSet<&str> = exact.map(|one| one.project.name.as_str()).collect();
        let counts = |one: &&crdc_releases::InUse<'_>| {
            let is_release = matches!(one.found, Found::Release(_)) || one.by == By::Address;
            is_release && (is_exact(one) || !exact.contains(one.project.name.as_str()))
        };
        self.add(found.iter().filter(counts).filter_map(|one| {
            let file = Some(one.at.path.to_string());
            Some((one.project.name.clone(), InUse { version: one.version.clone()?, file }))
        }));
    }

    /// Whether anything says which release of a project is in use.
    pub(super) fn is_known(&self, project: &str) -> bool {
        self.of.contains_key(project)
    }

    pub(super) fn of(&self, project: &Project) -> Release {
        if let Some(moves) = &self.moves {
            return moves.get(&project.name).map_or(Release::Unknown, |versions| Release::Moved {
                from: indices(project, &versions.from).0,
                to: indices(project, &versions.to).0,
                versions: versions.clone(),
            });
        }
        let Some(in_use) = self.of.get(&project.name) else { return Release::Unknown };
        let (found, is_outside) = indices(project, in_use);
        let in_use = in_use.clone();
        match (is_outside, found.is_empty()) {
            (_, true) => Release::Unknown,
            (true, false) => Release::Outside { nearest: found, in_use },
            (false, false) => Release::Known { releases: found, in_use },
        }
    }

    /// Decides which projects move, of those that a catalogue has. `old` are the versions of the old files.
    pub(super) fn upgrade<'c>(
        &mut self,
        asked: &Upgrade,
        old: Releases,
        project: impl Fn(&str) -> Option<&'c Project>,
    ) {
        let from = |name: &str| self.of.get(name).cloned().unwrap_or_default();
        let moves = match asked {
            Upgrade::To(targets) => {
                let target = |(name, version): &(String, Version)| {
                    let to = vec![InUse { version: version.clone(), file: None }];
                    (name.clone(), Move { from: from(name), to })
                };
                targets.iter().map(target).collect()
            }
            Upgrade::ToNewest => {
                let newest = |name: &String| {
                    let newest = numbered(project(name)?).next_back()?;
                    Some(InUse { version: project(name)?.releases.get(newest)?.version.clone(), file: None })
                };
                let all = self.of.iter().filter_map(|(name, from)| Some((name, from, newest(name)?)));
                let older =
                    all.filter(|(_, from, newest)| from.iter().any(|one| one.version < newest.version));
                older
                    .map(|(name, from, to)| (name.clone(), Move { from: from.clone(), to: vec![to] }))
                    .collect()
            }
            Upgrade::FromOld => {
                let versions = |all: &[InUse]| all.iter().map(|one| one.version.clone()).collect::<Vec<_>>();
                let moved = old.of.into_iter().filter_map(|(name, from)| {
                    let to = self.of.get(&name)?;
                    (versions(&from) != versions(to)).then(|| (name, Move { from, to: to.clone() }))
                });
                moved.collect()
            }
        };
        self.moves = Some(moves);
    }

    /// The projects that move.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&String, &Move)> {
        self.moves.iter().flatten()
    }
}

/// The releases of the catalogue that versions mean, or that are nearest to them, and whether any version is
/// outside of the catalogue.
fn indices(project: &Project, in_use: &[InUse]) -> (Vec<usize>, bool) {
    let (mut found, mut is_outside) = (Vec::new(), false);
    for InUse { version, .. } in in_use {
        match project.nearest(version) {
            Found::Release(index) => found.push(index),
            nearest => {
                is_outside = true;
                found.extend(match nearest {
                    Found::OlderThanAll => numbered(project).next(),
                    Found::Between { after, .. } => Some(after),
                    Found::NewerThanAll | Found::Unknown | Found::Release(_) => numbered(project).last(),
                });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, is_outside)
}

/// The releases of a project that have a number; snapshots have none.
fn numbered(project: &Project) -> impl DoubleEndedIterator<Item = usize> {
    let releases = project.releases.iter().enumerate();
    releases.filter(|(_, release)| release.version.number().is_some()).map(|(index, _)| index)
}
