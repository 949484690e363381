//! What servers demand of their own kinds beyond their types, as far as crdc knows it. In: an object that was decoded. Out: errors, and warnings.
//
// kubernetes: pkg/apis/*/validation

use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::Problem;
use crate::validate::Request;

/// What is wrong with an object.
pub(crate) fn problems(_kinds: &Kinds, _definition: &Definition, _request: Request<'_>) -> Vec<Problem> {
    Vec::new()
}
