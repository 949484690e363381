//! The model of a suite, for all formats.

use crdc_source::{Node, Source, Span};
use std::path::PathBuf;
use std::sync::Arc;

/// A file of tests.
pub(crate) struct Suite {
    pub(crate) name: String,
    /// The text of the file, for lines and columns in reports.
    pub(crate) source: Arc<Source>,
    /// The CRDs that the tests run against.
    pub(crate) crds: Crds,
    /// The tests that could be read.
    pub(crate) cases: Vec<Case>,
    /// The problems with the suite itself.
    pub(crate) problems: Vec<Problem>,
}

/// The CRDs of a suite. The suite runs once against each file of CRDs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Crds {
    /// The CRDs of these files, each file on its own.
    Each(Vec<PathBuf>),
    /// Each of the searched files that has the CRD of this name.
    Named(String),
    /// All CRDs of the command line and of the folders that were searched, together.
    Found,
}

/// A problem at a place in the suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) span: Span,
    pub(crate) words: String,
}

/// One test.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The place in the suite.
    pub(crate) span: Span,
    /// The stored object, if the test sends an update.
    pub(crate) before: Option<Before>,
    /// The object in the request.
    pub(crate) sent: Node,
    pub(crate) request: Kind,
    pub(crate) wanted: Wanted,
}

/// The way in which the stored object was created.
pub(crate) enum Before {
    /// The object is stored without a check, since an older CRD may have accepted it.
    Stored(Node),
    /// A request creates the object.
    Created {
        object: Node,
        /// A JSON Patch of the CRD that applies only while the object is created.
        crd_patch: Option<String>,
    },
}

/// The request that the test sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Create,
    Update,
    UpdateStatus,
    /// An update of the object, and then an update of its status, if it has one.
    UpdateBoth,
}

/// The expected answer of a server. If no error or message is expected, the server should accept the request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// A part of the message of the refusal.
    pub(crate) message: Option<String>,
    /// A part of the message that refuses the update of the status.
    pub(crate) status_message: Option<String>,
    /// Parts of errors: each part must be in some error, and each error must have some part.
    pub(crate) errors: Option<Vec<String>>,
    /// Parts of warnings: each part must be in some warning.
    pub(crate) warnings: Vec<String>,
    /// The object that should be stored.
    pub(crate) stored: Option<Stored>,
}

/// The object that should be stored.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) object: Node,
    /// Whether the name and the namespace are compared too.
    pub(crate) with_name: bool,
}
