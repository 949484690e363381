//! What one place of a file says, as it is written: names of other objects are not followed, variables have
//! no values yet.

use crate::pin::At;
use std::collections::HashMap;
use std::sync::Arc;

/// A version of something, as written.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// Where the version is written, or where it is missing.
    pub(crate) at: At,
    pub(crate) what: What,
    /// The version; empty if it is in `what`, or nowhere.
    pub(crate) version: String,
}

/// What has the version of a statement.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A chart at an address.
    Chart { repository: String, name: String },
    /// A chart of which a lock may have the version.
    Locked { repository: String, name: String, lock: Lock },
    /// A chart or a folder of a source of Flux.
    Sourced { of: Name, chart: String, source: Name },
    /// An artifact or a repository that a source of Flux names.
    Source { name: Name, url: String },
    /// A reference to a source of Flux, which has the version itself.
    Reference { source: Name },
    /// The version of another object, as patches have it.
    Patch { of: Name },
    /// Sources at an address, and the place in them.
    Git { url: String, path: String },
    /// The same, of which a lock may have the version.
    GitLocked { url: String, path: String, lock: Lock },
    /// An image, with its tag if there is no version.
    Image { name: String },
    /// A package of OLM; the version is the name of a CSV, or a version.
    Package { name: String },
}

/// The name of an object of Flux.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Empty if it is not written.
    pub(crate) namespace: String,
}

/// The kinds of Flux that say something about releases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    HelmRelease,
    HelmChart,
    #[default]
    HelmRepository,
    GitRepository,
    OciRepository,
}

impl Kind {
    pub(crate) fn of(kind: &str) -> Option<Kind> {
        Some(match kind {
            "HelmRelease" => Kind::HelmRelease,
            "HelmChart" => Kind::HelmChart,
            "HelmRepository" => Kind::HelmRepository,
            "GitRepository" => Kind::GitRepository,
            "OCIRepository" => Kind::OciRepository,
            _ => return None,
        })
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::HelmRelease => "HelmRelease",
            Kind::HelmChart => "HelmChart",
            Kind::HelmRepository => "HelmRepository",
            Kind::GitRepository => "GitRepository",
            Kind::OciRepository => "OCIRepository",
        }
    }
}

/// The key of a version in a lock: the folder of the file, the kind of lock, and the names in it.
pub(crate) type Lock = (Arc<str>, &'static str, String);

/// What files say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statements {
    pub(crate) all: Vec<Statement>,
    /// The versions of locks. They win over the ranges of the files that they lock.
    pub(crate) locks: HashMap<Lock, (String, At)>,
    /// The variables that Kustomizations of Flux give to the objects of a folder. `None`: several values.
    pub(crate) variables: HashMap<(String, String), Option<String>>,
}

impl Statements {
    pub(crate) fn lock(&mut self, lock: Lock, version: String, at: At) {
        let found = self.locks.entry(lock).or_insert_with(|| (version.clone(), at.clone()));
        // Of equal keys the first place counts, in whatever order files are added.
        if at < found.1 {
            *found = (version, at);
        }
    }

    pub(crate) fn variable(&mut self, folder: String, name: String, value: Option<String>) {
        let found = self.variables.entry((folder, name)).or_insert_with(|| value.clone());
        if *found != value {
            *found = None;
        }
    }

    pub(crate) fn extend(&mut self, other: Statements) {
        self.all.extend(other.all);
        for (lock, (version, at)) in other.locks {
            self.lock(lock, version, at);
        }
        for ((folder, name), value) in other.variables {
            self.variable(folder, name, value);
        }
    }
}
