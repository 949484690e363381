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

/// One test: requests to a server, in their order.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The place in the suite.
    pub(crate) span: Span,
    /// The object that is stored before the first request.
    pub(crate) before: Option<Before>,
    pub(crate) steps: Vec<Step>,
    /// What a conversion webhook would make of objects of the test: one object for each version.
    pub(crate) converted: Vec<Node>,
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

/// A request, and the answer that is expected.
pub(crate) struct Step {
    /// The words before its failures; empty if the test has one request.
    pub(crate) name: String,
    /// Its place in the suite, if it is not that of the test.
    pub(crate) span: Option<Span>,
    pub(crate) request: Request,
    pub(crate) wanted: Wanted,
}

/// A request of a test.
pub(crate) enum Request {
    Create(Node),
    Update(Node),
    UpdateStatus(Node),
    /// An update of the object, and then an update of its status, if it has one.
    UpdateBoth(Node),
    /// A JSON merge patch of the object that is stored.
    Patch(Node),
    /// A JSON merge patch of its status.
    PatchStatus(Node),
    /// A server-side apply.
    Apply {
        object: Node,
        manager: String,
        force: bool,
    },
    /// Sets the number of replicas through the subresource `scale`.
    Scale(i64),
    Delete,
}

/// The expected answer of a server. If no error or message is expected, the server should accept the request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// A part of the message of the refusal.
    pub(crate) message: Option<String>,
    /// A part of the message that refuses the update of the status.
    pub(crate) status_message: Option<String>,
    pub(crate) errors: Errors,
    /// Parts of warnings: each part must be in some warning.
    pub(crate) warnings: Vec<String>,
    /// Whether a warning that has none of the parts fails the test.
    pub(crate) only_these_warnings: bool,
    /// What should be stored.
    pub(crate) stored: Option<Stored>,
    /// Where the suite says this.
    pub(crate) places: Places,
}

/// The places of expectations that `--update` may write again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The list of errors, or the word `any`.
    pub(crate) errors: Option<Span>,
    /// The word `any` for warnings.
    pub(crate) warnings: Option<Span>,
    /// The stored object as it is written, without what the object of the suite has.
    pub(crate) stored: Option<Node>,
}

/// The expected errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Errors {
    /// Each of these parts must be in some error, and each error must have one of them.
    These(Vec<String>),
    /// Each of these parts must be in some error.
    Among(Vec<String>),
    /// The request must be refused, for whatever reason.
    Any,
}

impl Default for Errors {
    fn default() -> Errors {
        Errors::These(Vec::new())
    }
}

impl Errors {
    /// Whether the request should be accepted.
    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Errors::These(parts) if parts.is_empty())
    }
}

/// What should be stored after a request.
#[derive(Clone, Debug)]
pub(crate) enum Stored {
    Nothing,
    Object {
        object: Node,
        /// Whether the name and the namespace are compared too.
        with_name: bool,
    },
}
