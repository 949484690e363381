//! An object of a known kind. In: the object, its definition, and what the server knows of the request. Out: its problems, in the order of
//! the server's steps.

use crdc_codegen::source::Node;

use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::{Level, Problem};
use crate::{decode, rules};

/// What is asked of a server.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Request<'n> {
    /// The object.
    pub object: &'n Node,
    /// The stored object, for an update.
    pub old: Option<&'n Node>,
    /// Whether the request is a server-side apply.
    pub server_side: bool,
}

impl<'n> Request<'n> {
    /// Creates an object.
    #[must_use]
    pub fn create(object: &'n Node) -> Request<'n> {
        Request { object, old: None, server_side: false }
    }

    /// Replaces a stored object.
    #[must_use]
    pub fn update(object: &'n Node, old: &'n Node) -> Request<'n> {
        Request { object, old: Some(old), server_side: false }
    }

    /// Applies the object, as `kubectl apply --server-side`: lists are merged by the keys of their items, so none may be there twice.
    #[must_use]
    pub fn server_side(self) -> Request<'n> {
        Request { server_side: true, ..self }
    }
}

/// What a server would say of a request, with kubectl's strict field validation.
///
/// What cannot be decoded ends the request, as a server has no object then. Unknown fields end it as well, but the object without them is known: its
/// other problems are reported too.
#[must_use]
pub fn validate(kinds: &Kinds, definition: &Definition, request: Request<'_>) -> Vec<Problem> {
    let problems = decode::problems(kinds, definition, request.object);
    if problems.iter().any(|problem| problem.level == Level::Error && problem.id != decode::UNKNOWN_FIELD) {
        return problems;
    }
    let found = rules::problems(kinds, definition, request);
    problems.into_iter().chain(found).collect()
}
