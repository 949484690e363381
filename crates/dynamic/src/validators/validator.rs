//! The validator of one version of a resource.

use std::fmt;

use super::resource::Entry;
use crdc::__private::plan::Compiled;
use crdc::{Outcome, Request, Scratch};

/// The validator of one version of one resource.
#[derive(Clone, Copy)]
pub struct Validator<'v> {
    /// All resources that were loaded together, sorted.
    pub(super) all: &'v [Entry<'v>],
    pub(super) entry: &'v Entry<'v>,
}

impl<'v> Validator<'v> {
    /// The validator at a place of the resources.
    pub(super) fn at(all: &'v [Entry<'v>], place: usize) -> Option<Self> {
        Some(Validator { all, entry: all.get(place)? })
    }

    /// The validator of a kind.
    pub(super) fn find(all: &'v [Entry<'v>], group: &str, version: &str, kind: &str) -> Option<Self> {
        let place = all.binary_search_by(|found| found.key().cmp(&(group, version, kind))).ok()?;
        Validator::at(all, place)
    }

    /// The validators of all resources.
    pub(super) fn each(all: &'v [Entry<'v>]) -> impl Iterator<Item = Self> {
        all.iter().map(move |entry| Validator { all, entry })
    }

    /// The API version, as objects have it: `example.com/v1`, or `v1` in the core group.
    #[must_use]
    pub fn api_version(self) -> &'v str {
        self.entry.compiled.api_version
    }

    /// The kind.
    #[must_use]
    pub fn kind(self) -> &'v str {
        self.entry.compiled.kind
    }

    /// The description of the resource, for [`crdc::answer`].
    #[must_use]
    pub fn compiled(self) -> &'v Compiled<'v> {
        &self.entry.compiled
    }

    /// Whether servers accept requests for this version. They answer 404 otherwise.
    #[must_use]
    pub fn is_served(self) -> bool {
        self.entry.versioning.is_served
    }

    /// Runs a request through all steps of the server.
    pub fn answer<'a>(self, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        crdc::answer(self.compiled(), request, scratch)
    }

    /// Decodes, prunes and defaults, without validation.
    pub fn decode<'a>(self, object: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::decode(object), scratch)
    }

    /// The server's answer to a create.
    pub fn create<'a>(self, new: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::create(new), scratch)
    }

    /// The server's answer to an update.
    pub fn update<'a>(self, new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::update(new, old), scratch)
    }

    /// The server's answer to an update of the status subresource.
    pub fn update_status<'a>(self, new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::update_status(new, old), scratch)
    }
}

impl fmt::Debug for Validator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.api_version(), self.kind())
    }
}
