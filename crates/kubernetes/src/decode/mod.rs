//! Decodes an object like the decoder of a server. In: an object and its definition. Out: type errors and
//! unknown fields. Each has the message with which a server would refuse the object if there were no other
//! problem: servers stop at the first type error, and list unknown fields only if there is none.
//!
//! Easy to break: the path in a type error has neither indices nor keys, and names the innermost struct that
//! has a field on the way. Type errors of types with a decoder of their own have no path. Null is Go's zero
//! value everywhere.
//
// apimachinery: pkg/runtime/serializer/json/json.go; sigs.k8s.io/json:
// internal/golang/encoding/json/decode.go

mod base64;
mod elsewhere;
mod embedded;
mod go_type;
mod number;
mod place;
mod quantity;
mod renamed;
mod report;
mod schema_props;
mod time;
mod unknown;
mod walk;

#[cfg(test)]
mod tests;

use crdc_source::Node;

use crate::definition::Definition;
use crate::kinds::Kinds;
use crate::problem::Problem;

/// The decoder's problems of an object, in the order of the text.
pub(crate) fn problems(kinds: &Kinds, definition: &Definition, object: &Node) -> Vec<Problem> {
    let mut decoder = report::Decoder::new(kinds, definition, object);
    decoder.object(object, definition, &place::Place::ROOT);
    decoder.finish()
}
