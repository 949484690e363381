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
}

impl<'n> Request<'n> {
    /// Creates an object.
    #[must_use]
    pub fn create(object: &'n Node) -> Request<'n> {
        Request { object, old: None }
    }

    /// Replaces a stored object.
    #[must_use]
    pub fn update(object: &'n Node, old: &'n Node) -> Request<'n> {
        Request { object, old: Some(old) }
    }
}

/// What a server would say of a request, with kubectl's strict field validation. Problems that the decoder finds end the request, as a server has no
/// object then: nothing else is reported.
#[must_use]
pub fn validate(kinds: &Kinds, definition: &Definition, request: Request<'_>) -> Vec<Problem> {
    let problems = decode::problems(kinds, definition, request.object);
    if problems.iter().any(|problem| problem.level == Level::Error) {
        return problems;
    }
    let found = rules::problems(kinds, definition, request);
    problems.into_iter().chain(found).collect()
}
