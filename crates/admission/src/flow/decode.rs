//! Decodes the object of a client before mutators get it: prunes it and sets its defaults, and then runs the
//! checks of the server's handler: names, namespace, fields that clients cannot set.
// apiserver: endpoints/handlers/{create,update,rest}.go; registry/rest/meta.go

use crdc::__private::lookup::{may_be_wiped, may_warn};
use crdc::{FieldValidation, Outcome, Request, Scratch};

use super::{Call, refusal};
use crate::object::Object;
use crate::response::refusal::Refusal;

/// Fields that a client cannot set on a create.
const WIPED: [&str; 5] =
    ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"];

const NAMESPACE: [&str; 2] = ["metadata", "namespace"];

/// Removes the fields that clients cannot set.
#[cold]
fn wipe(object: &mut Object<'_>) {
    WIPED.iter().for_each(|field| {
        object.remove(&["metadata", field]);
    });
}

impl<'c> Call<'c, '_> {
    /// Decodes `body`. Unknown fields are reported only here, where they come from the client.
    pub(super) fn decoded<'a>(&self, body: &'a [u8], scratch: &'a mut Scratch) -> Result<Outcome<'a>, Refusal>
    where
        'c: 'a,
    {
        let outcome = self.ask(Request::decode(body), self.context.origin.field_validation(), scratch);
        if !outcome.accepted() {
            return Err(refusal(&outcome));
        }
        if self.context.origin.field_validation() == FieldValidation::Warn && may_warn(&outcome) {
            self.warn_of_fields(&outcome);
        }
        Ok(outcome)
    }

    #[cold]
    fn warn_of_fields(&self, outcome: &Outcome<'_>) {
        outcome.strict().for_each(|warning| self.notes.warn("", warning.to_string()));
    }

    /// Decodes `body` into `draft`.
    pub(super) fn decode(
        &self,
        body: &[u8],
        scratch: &mut Scratch,
        draft: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        let outcome = self.decoded(body, scratch)?;
        draft.clear();
        draft.extend_from_slice(outcome.accepted_object().unwrap_or_default());
        Ok(())
    }

    /// Prepares the decoded object of a create as the handler does before admission. `object` is the object
    /// of the outcome.
    pub(super) fn receive_create(
        &self,
        outcome: &Outcome<'_>,
        object: &mut Object<'_>,
    ) -> Result<(), Refusal> {
        if may_be_wiped(outcome) {
            wipe(object);
        }
        self.receive_namespace(object)
    }

    /// Prepares the decoded object of an update as the handler does before admission.
    pub(super) fn receive_update(&self, draft: &mut Vec<u8>) -> Result<(), Refusal> {
        let mut object = Object::in_buffer(draft);
        self.receive_namespace(&mut object)?;
        self.check_name(&object)
    }

    fn receive_namespace(&self, object: &mut Object<'_>) -> Result<(), Refusal> {
        let expected = self.namespace();
        if expected.is_some_and(|expected| object.is_string(&NAMESPACE, expected)) {
            return Ok(());
        }
        let is_missing = object.string(&NAMESPACE).is_none_or(|own| own.is_empty());
        self.correct_namespace(object, expected, is_missing)
    }

    #[cold]
    fn correct_namespace(
        &self,
        object: &mut Object<'_>,
        expected: Option<&str>,
        is_missing: bool,
    ) -> Result<(), Refusal> {
        match expected {
            None => {
                object.remove(&NAMESPACE);
            }
            Some(expected) if is_missing => {
                object.set_string(&NAMESPACE, expected);
            }
            Some(_) => {
                return Err(Refusal::bad_request(
                    "the namespace of the provided object does not match the namespace sent on the request",
                ));
            }
        }
        Ok(())
    }

    /// Checks that the name in the object is the name in the URL.
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

    /// The refusal of an object that mutators left and crdc cannot decode: an error of the mutators and not
    /// of the client.
    pub(super) fn malformed(&self, mutators: &str, why: &Refusal) -> Refusal {
        Refusal::internal(format!("the object is malformed after mutation by {mutators}: {why}"))
    }
}
