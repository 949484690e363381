//! The model of a suite, for all formats.

use crdc_source::{Node, Source, Span};
use std::path::PathBuf;
use std::sync::Arc;

/// A file of tests.
pub(crate) struct Suite {
    pub(crate) name: String,
    /// The text, for places.
    pub(crate) source: Arc<Source>,
    /// The places of its CRDs.
    pub(crate) crds: Crds,
    /// The tests, or why they cannot be read.
    pub(crate) cases: Vec<Case>,
    /// The problem with the suite itself.
    pub(crate) problems: Vec<Problem>,
}

/// The CRDs of a suite. It runs once against each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Crds {
    /// The CRDs of these files, each file on its own.
    Each(Vec<PathBuf>),
    /// The files that were found and have the CRD of this name.
    Named(String),
    /// All CRDs of the command line and of the folders that were searched, together.
    Found,
}

/// A sentence about a place of the suite.
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
    /// The stored object, if it is a test of an update.
    pub(crate) before: Option<Before>,
    /// The object that is sent.
    pub(crate) sent: Node,
    pub(crate) request: Kind,
    pub(crate) wanted: Wanted,
}

/// The way in which the stored object was created.
pub(crate) enum Before {
    /// An object that is stored as it is, whatever the CRD says: an older CRD may have accepted it.
    Stored(Node),
    /// An object that is created.
    Created {
        object: Node,
        /// Changes of the CRD that apply only while the object is created.
        crd_patches: Option<json_patch::Patch>,
    },
}

/// The request that the test sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Create,
    Update,
    UpdateStatus,
    /// An update, and then one of the status if the object has one.
    UpdateBoth,
}

/// The expected answer of a server. Without errors, it should accept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// Part of the whole message of the refusal.
    pub(crate) message: Option<String>,
    /// The message for the update of the status.
    pub(crate) status_message: Option<String>,
    /// The parts of errors that are expected: each is in an error, and each error has one of them.
    pub(crate) errors: Option<Vec<String>>,
    /// The parts of warnings that are expected.
    pub(crate) warnings: Vec<String>,
    /// The stored object.
    pub(crate) stored: Option<Stored>,
}

/// The object that should be stored.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) object: Node,
    /// Whether name and namespace are compared too, instead of taken from what is stored.
    pub(crate) with_name: bool,
}
