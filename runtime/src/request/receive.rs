//! What the server's handler does to an object before admission: sets the namespace, wipes fields that only
//! the server sets, removes duplicate owner references.
//!
//! In: the decoded object. Out: the object as mutators receive it, or a refusal.
// apiserver: endpoints/handlers/{create,update}.go

use super::{Operation, Refused, Request, namespace, owner_references, system};
use crate::compiled::Compiled;
use crate::scratch::Scratch;

/// Applies this to the new object of a create or an update.
pub(super) fn receive(
    compiled: &Compiled,
    request: Request<'_>,
    scratch: &mut Scratch,
) -> Result<(), Refused> {
    let Scratch { new, lists, message, .. } = scratch;
    let owners = system::receive(new, request.operation == Operation::Create);
    namespace::ensure(compiled, request, new, request.new, message)?;
    if let Some(owners) = owners {
        owner_references::deduplicate(compiled, new, request.new, owners, lists);
    }
    Ok(())
}
