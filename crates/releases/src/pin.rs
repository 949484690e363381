//! What is found: a project's part that a folder names, with the version that it wants, and the place where
//! the version is written.

use crdc_source::Span;
use std::sync::Arc;

/// A version of something that a folder says it runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pin {
    /// Where the version is written.
    pub at: At,
    /// What has the version.
    pub subject: Subject,
    /// The version.
    pub wanted: Wanted,
}

/// A place in a file. Places are ordered by path and by offset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// The name of the file, as it was given.
    pub path: Arc<str>,
    /// The bytes of the value.
    pub span: Span,
    /// The line, from 1.
    pub line: usize,
}

/// What a version belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// A Helm chart, or another artifact of a registry.
    Chart {
        /// The address of the repository of charts, without the name of the chart and without a slash at the
        /// end: `https://charts.jetstack.io`, `oci://quay.io/jetstack/charts`. Empty if no file has it.
        repository: String,
        /// The name of the chart.
        name: String,
    },
    /// A repository of sources.
    Repository {
        /// `github.com`, in small letters.
        host: String,
        /// The owner, for GitLab with the groups below: `cert-manager`.
        owner: String,
        /// The repository without `.git`.
        name: String,
        /// What is used of the repository; empty for all of it.
        path: String,
    },
    /// A container image, without its tag.
    Image {
        /// As it is written: `quay.io/jetstack/cert-manager-controller`.
        name: String,
    },
    /// A package of the Operator Lifecycle Manager.
    Package {
        /// The name in the catalogue of operators.
        name: String,
    },
}

/// The version that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wanted {
    /// One version as it is written, with or without `v`, without a digest: `v1.16.2`, `knative-v1.16.0`.
    Exact(String),
    /// Some of many versions as Helm writes them: `1.x`, `>=1.16.0 <1.18.0`, `~1.16`.
    Range(String),
    /// Anything else: a branch, a commit, `latest`, a variable without a value, or nothing.
    Open(String),
}

impl Wanted {
    /// What is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Wanted::Exact(text) | Wanted::Range(text) | Wanted::Open(text) => text,
        }
    }
}
