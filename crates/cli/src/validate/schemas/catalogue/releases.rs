//! The releases that are in use. In: names of projects with versions, as the command line, the configuration
//! or a file says them. Out: for a project of a catalogue, its releases that objects must fit.

use std::collections::BTreeMap;

use crdc_catalogue::{Found, Project, Version};

/// A version of a project that something says is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InUse {
    pub(crate) version: Version,
    /// The file that says so; `None` if the command line does.
    pub(crate) file: Option<String>,
}

/// The versions in use, by project.
#[derive(Debug, Default)]
pub(crate) struct Releases(BTreeMap<String, Vec<InUse>>);

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
        for (project, in_use) in found {
            let all = more.entry(project).or_default();
            if all.iter().all(|known| known.version != in_use.version) {
                all.push(in_use);
            }
        }
        for (project, in_use) in more {
            self.0.entry(project).or_insert(in_use);
        }
    }

    /// Whether anything says which release of a project is in use.
    pub(super) fn is_known(&self, project: &str) -> bool {
        self.0.contains_key(project)
    }

    pub(super) fn of(&self, project: &Project) -> Release {
        let Some(in_use) = self.0.get(&project.name) else { return Release::Unknown };
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
        let in_use = in_use.clone();
        match (is_outside, found.is_empty()) {
            (_, true) => Release::Unknown,
            (true, false) => Release::Outside { nearest: found, in_use },
            (false, false) => Release::Known { releases: found, in_use },
        }
    }
}

/// The releases of a project that have a number; snapshots have none.
fn numbered(project: &Project) -> impl DoubleEndedIterator<Item = usize> {
    let releases = project.releases.iter().enumerate();
    releases.filter(|(_, release)| release.version.number().is_some()).map(|(index, _)| index)
}
