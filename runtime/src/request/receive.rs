//! What the server's handler does to an object before admission sees it: the namespace of the request, fields that
//! only the server sets, duplicate owner references.
//!
//! In: the decoded object. Out: the same object as mutators find it, or a refusal.
// apiserver: endpoints/handlers/{create,update}.go

use super::{Operation, Refused, Request, namespace, owner_references, system};
use crate::compiled::Compiled;
use crate::scratch::Scratch;

/// Brings the new object of a create or an update into this form.
pub(super) fn receive(
    compiled: &Compiled,
    request: Request<'_>,
    scratch: &mut Scratch,
) -> Result<(), Refused> {
    let Scratch { new, lists, message, .. } = scratch;
    if request.operation == Operation::Create {
        system::wipe(new);
    }
    namespace::ensure(compiled, request, new, request.new, message)?;
    owner_references::deduplicate(compiled, new, request.new, lists);
    Ok(())
}
