//! Reads the object of a client before mutators see it: decodes, prunes and defaults it, and does what the server's
//! handler does next: names, namespace, fields that clients cannot set.
// apiserver: endpoints/handlers/{create,update,rest}.go; registry/rest/meta.go

use std::mem::take;

use crdc::{FieldValidation, Request, Scratch};

use super::{Call, refusal};
use crate::{Object, Operation, Refusal};

/// Fields that a client cannot set on a create.
const WIPED: [&str; 5] =
    ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"];

impl Call<'_, '_> {
    /// Decodes `body` into `draft`. Only here unknown fields are the client's.
    pub(super) fn decode(
        &self,
        body: &[u8],
        scratch: &mut Scratch,
        draft: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        let outcome = self.ask(Request::decode(body), self.context.field_validation, scratch);
        if !outcome.accepted() {
            return Err(refusal(&outcome));
        }
        if self.context.field_validation == FieldValidation::Warn {
            outcome.strict().into_iter().for_each(|warning| self.notes.warn("", warning.to_string()));
        }
        draft.clear();
        draft.extend_from_slice(outcome.object().unwrap_or_default());
        Ok(())
    }

    /// Receives the decoded object: what the handler does before admission.
    pub(super) fn receive(&self, operation: Operation, draft: &mut Vec<u8>) -> Result<(), Refusal> {
        let mut object = Object::owned(take(draft));
        if operation == Operation::Create {
            let is_wiped = |key: &[u8]| WIPED.iter().any(|field| key == field.as_bytes());
            // One pass finds out that there is nothing to do, as for nearly all objects.
            if object.keys(&["metadata"]).any(is_wiped) {
                WIPED.iter().for_each(|field| {
                    object.remove(&["metadata", field]);
                });
            }
        }
        self.receive_namespace(&mut object)?;
        if operation == Operation::Update {
            self.check_name(&object)?;
        }
        (*draft, _) = object.into_buffer();
        Ok(())
    }

    fn receive_namespace(&self, object: &mut Object<'_>) -> Result<(), Refusal> {
        let path = ["metadata", "namespace"];
        let Some(namespace) = self.namespace() else {
            object.remove(&path);
            return Ok(());
        };
        match object.string(&path).filter(|own| !own.is_empty()) {
            Some(own) if own != namespace => Err(Refusal::bad_request(
                "the namespace of the provided object does not match the namespace sent on the request",
            )),
            Some(_) => Ok(()),
            None => {
                object.set_string(&path, namespace);
                Ok(())
            }
        }
    }

    /// The name in the object is that of the URL.
    pub(super) fn check_name(&self, object: &Object<'_>) -> Result<(), Refusal> {
        let Some(name) = self.name else { return Ok(()) };
        match object.string(&["metadata", "name"]) {
            Some(own) if own == name => Ok(()),
            Some(own) if !own.is_empty() => Err(Refusal::bad_request(format!(
                "the name of the object ({own}) does not match the name on the URL ({name})"
            ))),
            _ => Err(Refusal::bad_request(format!(
                "the name of the object ({name} based on URL) was undeterminable: name must be provided"
            ))),
        }
    }

    /// The refusal if mutators left something that crdc cannot read: their fault, not the client's.
    pub(super) fn malformed(&self, mutators: &str, why: &Refusal) -> Refusal {
        Refusal::internal(format!("the object is malformed after mutation by {mutators}: {why}"))
    }
}
