//! The request for which an object is validated: create, replace or apply.

use crdc_source::Node;

/// The request for which an object is validated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'n> {
    /// The object.
    pub object: &'n Node,
    /// The stored object, for an update.
    pub old: Option<&'n Node>,
    /// Whether the request is a server-side apply.
    pub server_side: bool,
    /// The subresource that is updated, such as `ephemeralcontainers` of pods.
    pub subresource: Option<&'n str>,
    /// Whether the objects have what a server has: defaults, status, and what it allocates.
    pub is_complete: bool,
}

impl<'n> Request<'n> {
    /// Creates an object.
    #[must_use]
    pub fn create(object: &'n Node) -> Request<'n> {
        Request { object, old: None, server_side: false, subresource: None, is_complete: false }
    }

    /// Replaces a stored object.
    #[must_use]
    pub fn update(object: &'n Node, old: &'n Node) -> Request<'n> {
        Request { object, old: Some(old), server_side: false, subresource: None, is_complete: false }
    }

    /// Makes the request a server-side apply: lists are merged by the keys of their items, so no item may
    /// occur twice.
    #[must_use]
    pub fn server_side(self) -> Request<'n> {
        Request { server_side: true, ..self }
    }

    /// Updates a subresource, which can change other fields than an update of the object.
    #[must_use]
    pub fn subresource(self, subresource: Option<&'n str>) -> Request<'n> {
        Request { subresource, ..self }
    }

    /// Says that the objects are as a server has them, so that those of an update are compared as Go does. Of
    /// files, only certain changes are errors: one of them may lack a default or the status.
    #[must_use]
    pub fn complete(self) -> Request<'n> {
        Request { is_complete: true, ..self }
    }
}
