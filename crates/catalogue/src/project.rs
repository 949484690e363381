//! A project of a catalogue: its releases, charts, images, packages and definitions, and which release a
//! version means.

use std::ops::Range;
use std::sync::OnceLock;

use crate::error::Error;
use crate::lines::Lines;
use crate::version::Version;

/// What people install from one source, with the CRDs of its releases.
#[derive(Debug)]
pub struct Project {
    /// What people call it.
    pub name: String,
    /// `owner/name` on GitHub.
    pub repository: String,
    /// The licence of its CRDs, by SPDX.
    pub licence: String,
    /// The oldest first; snapshots last.
    pub releases: Vec<Release>,
    /// The charts that install it.
    pub charts: Vec<Chart>,
    /// Its images, without tags.
    pub images: Vec<String>,
    /// Its packages of the Operator Lifecycle Manager.
    pub packages: Vec<String>,
    /// Its CRDs.
    pub definitions: Vec<Definition>,
    /// Where its texts are in the file.
    pub(crate) place: Range<usize>,
    /// Its texts, when they have been needed.
    pub(crate) lines: OnceLock<Result<Lines, Error>>,
}

/// A release of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Its version.
    pub version: Version,
    /// The commit that its CRDs were read from.
    pub commit: String,
}

/// A chart that installs a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The name of the chart.
    pub name: String,
    /// Which release a version of the chart installs.
    pub versions: VersionRule,
    /// The addresses of the repositories that have it.
    pub addresses: Vec<String>,
}

/// Which release a version of a chart installs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionRule {
    /// The release of the same version.
    Same,
    /// From a version of the chart on, a release; by the version of the chart.
    From(Vec<(Version, Version)>),
}

/// A CRD of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// `spec.group`.
    pub group: String,
    /// `spec.names.kind`.
    pub kind: String,
    /// `spec.names.plural`.
    pub plural: String,
    /// Its texts, by release, the oldest first. A release in none of them does not have it.
    pub runs: Vec<Run>,
}

/// Releases that have the same text of a CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first of the releases, an index into those of the project.
    pub first: usize,
    /// The last of them, which belongs to the run.
    pub last: usize,
    /// The line of the text.
    pub line: usize,
}

/// The release that a version means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The release itself or, as a catalogue has the newest patch of each minor version, the one of the same
    /// minor version.
    Release(usize),
    /// The version is older than all releases.
    OlderThanAll,
    /// The version is newer than all releases.
    NewerThanAll,
    /// The catalogue has an older and a newer release, and none of the same minor version.
    Between {
        /// The newest of the older releases.
        before: usize,
        /// The oldest of the newer releases.
        after: usize,
    },
    /// The version is no number, and no release has it; or no release has a number.
    Unknown,
}

/// The fewest digits of a commit that say which one it is.
const SHORT_COMMIT: usize = 7;

impl Project {
    /// The bytes that its texts take in the file.
    #[must_use]
    pub fn size(&self) -> usize {
        self.place.len()
    }

    /// Which release a version means.
    #[must_use]
    pub fn nearest(&self, version: &Version) -> Found {
        if let Some(index) = self.releases.iter().rposition(|release| release.is(version)) {
            return Found::Release(index);
        }
        if version.number().is_none() {
            return Found::Unknown;
        }
        let numbered = |release: &&(usize, &Release)| release.1.version.number().is_some();
        let releases: Vec<(usize, &Release)> = self.releases.iter().enumerate().collect();
        let releases = || releases.iter().filter(numbered);
        let same = releases().filter(|(_, release)| release.version.same_minor(version));
        if let Some((index, _)) = same.max_by(|one, other| one.1.version.cmp(&other.1.version)) {
            return Found::Release(*index);
        }
        let before = releases().filter(|(_, release)| release.version < *version);
        let after = releases().filter(|(_, release)| release.version > *version);
        let before = before.max_by(|one, other| one.1.version.cmp(&other.1.version));
        let after = after.min_by(|one, other| one.1.version.cmp(&other.1.version));
        match (before, after) {
            (Some((before, _)), Some((after, _))) => Found::Between { before: *before, after: *after },
            (Some(_), None) => Found::NewerThanAll,
            (None, Some(_)) => Found::OlderThanAll,
            (None, None) => Found::Unknown,
        }
    }
}

impl Release {
    /// Whether a version names this release: by its version, or by at least seven digits of its commit.
    fn is(&self, version: &Version) -> bool {
        match version.commit() {
            Some(commit) => commit.len() >= SHORT_COMMIT && self.commit.starts_with(commit),
            None => self.version == *version,
        }
    }
}

impl Chart {
    /// The release that a version of the chart installs; `None` if the catalogue knows only later versions.
    #[must_use]
    pub fn release(&self, version: &Version) -> Option<Version> {
        match &self.versions {
            VersionRule::Same => Some(version.clone()),
            VersionRule::From(pairs) => {
                let known = pairs.iter().filter(|(from, _)| from <= version);
                known.max_by(|one, other| one.0.cmp(&other.0)).map(|(_, release)| release.clone())
            }
        }
    }
}

impl Definition {
    /// The line of its text in a release; `None` if the release does not have it.
    #[must_use]
    pub fn line(&self, release: usize) -> Option<usize> {
        let run = self.runs.partition_point(|run| run.last < release);
        self.runs.get(run).filter(|run| run.first <= release).map(|run| run.line)
    }
}
