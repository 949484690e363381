//! What crdc says of a review. In: a request and the description of its resource. Out: a verdict, or a changed object.
//!
//! A validating webhook refuses and a mutating one changes: `validate.rs` and `mutate.rs`. Objects of `/scale` are of another
//! kind, see `scale.rs`.

mod mutate;
mod scale;
mod scratches;
mod validate;

pub(crate) use mutate::mutated;
pub(crate) use scratches::Scratches;
pub(crate) use validate::validated;

use crdc::FieldValidation;

use crate::{Only, Operation, Request};

/// The request as crdc has it; `None` if there is nothing to validate: deletions, connections, and subresources other than
/// the status.
fn as_crdc<'r>(request: &'r Request, object: &'r [u8], only: Only) -> Option<crdc::Request<'r>> {
    let made = match (request.operation(), request.subresource()) {
        (Operation::Create, None) => crdc::Request::create(object),
        (Operation::Update, None) => crdc::Request::update(object, request.old_object()?),
        (Operation::Update, Some("status")) => crdc::Request::update_status(object, request.old_object()?),
        _ => return None,
    };
    let made = made.field_validation(match only {
        // The server has told the client of unknown fields already, if its CRD is the same.
        Only::Extensions => FieldValidation::Ignore,
        Only::All => FieldValidation::Warn,
    });
    Some(if request.namespace().is_empty() { made } else { made.namespace(request.namespace()) })
}
