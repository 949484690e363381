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
#[derive(Clone, Debug, Default)]
pub(crate) struct Releases {
    of: BTreeMap<String, Vec<InUse>>,
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
}

impl Releases {
    /// Adds versions, unless the project has some already: what was added first counts more.
    pub(crate) fn add(&mut self, found: impl IntoIterator<Item = (String, InUse)>) {
        let mut more: BTreeMap<String, Vec<InUse>> = BTreeMap::new();
        // A folder may name many versions of one project.
        let mut seen: BTreeSet<(String, Version)> = BTreeSet::new();
        for (project, in_use) in found {
            if seen.insert((project.clone(), in_use.version.clone())) {
                more.entry(project).or_default().push(in_use);
            }
        }
        self.extend(Releases { of: more });
    }

    /// Adds the versions of projects that have none.
    pub(super) fn extend(&mut self, more: Releases) {
        for (project, in_use) in more.of {
            self.of.entry(project).or_insert(in_use);
        }
    }

    /// Sets the versions of a project.
    pub(crate) fn replace(&mut self, project: &str, in_use: &[InUse]) {
        self.of.insert(project.to_owned(), in_use.to_vec());
    }

    /// The versions of a project; none if nothing says them.
    pub(crate) fn named(&self, project: &str) -> &[InUse] {
        self.of.get(project).map_or(&[], Vec::as_slice)
    }

    /// All projects with their versions.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&String, &[InUse])> {
        self.of.iter().map(|(project, in_use)| (project, in_use.as_slice()))
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
        let Some(in_use) = self.of.get(&project.name) else { return Release::Unknown };
        let (found, is_outside) = indices(project, in_use);
        let in_use = in_use.clone();
        match (is_outside, found.is_empty()) {
            (_, true) => Release::Unknown,
            (true, false) => Release::Outside { nearest: found, in_use },
            (false, false) => Release::Known { releases: found, in_use },
        }
    }
}

/// The newest release of a project that has a number.
pub(crate) fn newest(project: &Project) -> Option<&Version> {
    Some(&project.releases.get(numbered(project).next_back()?)?.version)
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
