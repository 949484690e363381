//! Validates an object of a known kind. In: the object, its definition, and the request. Out: its problems,
//! in the order of the server's steps.

use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::Problem;
use crate::request::Request;
use crate::{decode, rules};

/// The answer of a server to a request, with kubectl's strict field validation.
///
/// A value that cannot be decoded ends the request, since a server has no object then. Unknown fields end it
/// as well, but the object can be decoded without them, so its other problems are reported too.
#[must_use]
pub fn validate(kinds: &Kinds, definition: &Definition, request: Request<'_>) -> Vec<Problem> {
    let problems = decode::problems(kinds, definition, request.object);
    if problems.iter().any(Problem::is_undecodable) {
        return problems;
    }
    let found = rules::problems(kinds, definition, request);
    problems.into_iter().chain(found).collect()
}
