//! The flow of create: [`order::CREATE`](crate::order::CREATE).

use crdc::__private::lookup::lasting_object;
use crdc::{FieldValidation, Outcome, Request, Scratch};

use super::{Call, refused, unreadable};
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::flow::workspace::Workspace;
use crate::json;
use crate::object::Object;
use crate::order::Step;
use crate::plugin::Attributes;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::{Creator, Identity, Saved};

/// The number of generated names that the server tries.
// apiserver: registry/generic/registry/store.go maxNameGenerationCreateAttempts
const MOST_NAMES: usize = 8;

impl Chain {
    /// Creates the object `body`.
    pub fn create<'a>(
        &'a self,
        storage: &(impl Creator + ?Sized),
        context: Context<'a>,
        body: &'a [u8],
        workspace: &'a mut Workspace,
    ) -> Response<'a> {
        let (notes, names) = (Notes::default(), self.names());
        let call = Call { chain: self, names: &names, context: &context, name: None, notes: &notes };
        let verdict = call.create(storage, body, workspace);
        Response::new(201, verdict, notes)
    }
}

/// The object of a create, decoded or not.
#[derive(Clone, Copy)]
struct CreatedObject<'a> {
    text: &'a [u8],
    field_validation: FieldValidation,
    /// Whether mutators ran on the object.
    is_mutated: bool,
}

impl CreatedObject<'_> {
    /// Whether the storage may generate a name for the object.
    fn is_unnamed(&self) -> bool {
        Object::of(self.text).string(&["metadata", "name"]).is_none_or(|name| name.is_empty())
    }
}

impl<'c, 'n> Call<'c, 'n> {
    fn create(
        &self,
        storage: &(impl Creator + ?Sized),
        body: &'c [u8],
        workspace: &'c mut Workspace,
    ) -> Result<Body<'c>, Refusal> {
        self.at(Step::Decode);
        let Workspace { scratch, draft, edits, result } = workspace;
        let mut given = CreatedObject {
            text: body,
            field_validation: self.context.origin.field_validation(),
            is_mutated: false,
        };
        if self.chain.mutates(Operation::Create) {
            let text = self.mutated(body, scratch, draft)?;
            given = CreatedObject { text, field_validation: FieldValidation::Ignore, is_mutated: true };
        }
        self.attempt(storage, given, [edits, result], scratch)
    }

    /// The object after the mutators: in `draft`, or the body if the mutators left it unchanged.
    fn mutated<'w>(
        &self,
        body: &'w [u8],
        scratch: &mut Scratch,
        draft: &'w mut Vec<u8>,
    ) -> Result<&'w [u8], Refusal> {
        let outcome = self.decoded(body, scratch)?;
        // Nothing is copied before the first change.
        let mut object = Object::decoded(&outcome, draft);
        self.receive_create(&outcome, &mut object)?;
        object.forget_changes();
        self.at(Step::ApplyMutations);
        let mut attributes = self.attributes(Operation::Create);
        attributes.object = Some(object);
        self.chain.mutate(&mut attributes)?;
        let left = attributes.object.map(Object::into_left).unwrap_or_default();
        if !left.keep_in(draft) {
            let text = outcome.accepted_object().unwrap_or_default();
            if std::ptr::eq(text, body) {
                return Ok(body);
            }
            draft.clear();
            draft.extend_from_slice(text);
        }
        Ok(draft)
    }

    /// Runs the steps after the mutators.
    fn attempt<'a>(
        &self,
        storage: &(impl Creator + ?Sized),
        given: CreatedObject<'a>,
        [edits, result]: [&'a mut Vec<u8>; 2],
        scratch: &'a mut Scratch,
    ) -> Result<Body<'a>, Refusal>
    where
        'c: 'a,
    {
        let first = self.ask(Request::create(given.text), given.field_validation, scratch);
        if !first.accepted() {
            self.check_readable(&first, given)?;
        }
        // Tries other names if the storage generates one that is taken.
        let mut attempts = 1;
        loop {
            let mark = self.notes.mark();
            self.at(Step::BeforeCreate);
            let mut attributes = self.attributes(Operation::Create);
            attributes.object = Some(Object::decoded(&first, &mut *edits));
            let identity = storage.before_create(&mut attributes)?;
            if !attributes.object.as_ref().is_some_and(Object::is_changed) {
                let saved = self.finish(storage, &mut attributes, &first, identity.as_ref(), &mut *result)?;
                return Ok(body(saved, &first, identity.map(|_| result)));
            }
            let name = attributes.name().into_owned();
            attributes.object.map(Object::into_left).unwrap_or_default().keep_in(edits);
            self.warn(&first);
            match self.finish_changed(storage, edits, identity, result) {
                Err(refusal) if refusal.is_already_exists() && given.is_unnamed() && !name.is_empty() => {
                    if attempts == MOST_NAMES {
                        return Err(Refusal::no_generated_name(self.names, &name));
                    }
                    self.notes.forget(mark);
                    attempts += 1;
                }
                verdict => return verdict,
            }
        }
    }

    /// Refuses an object that crdc could not decode.
    #[cold]
    fn check_readable(&self, outcome: &Outcome<'_>, given: CreatedObject<'_>) -> Result<(), Refusal> {
        let Some(why) = unreadable(outcome) else { return Ok(()) };
        let mutators = || self.chain.mutator_names(&self.attributes(Operation::Create));
        Err(if given.is_mutated { self.malformed(&mutators(), &why) } else { why })
    }

    /// Runs the steps after the storage has prepared the object, if the preparation changed it.
    #[cold]
    fn finish_changed<'b>(
        &self,
        storage: &(impl Creator + ?Sized),
        text: &[u8],
        identity: Option<Identity>,
        result: &mut Vec<u8>,
    ) -> Result<Body<'b>, Refusal> {
        // This outcome has buffers of its own: the buffers of the first outcome are in the response if
        // nothing was changed, which is nearly always so.
        let mut scratch = Scratch::new();
        let outcome = self.ask(Request::create(text), FieldValidation::Ignore, &mut scratch);
        let mut attributes = self.attributes(Operation::Create);
        let saved = self.finish(storage, &mut attributes, &outcome, identity.as_ref(), &mut *result)?;
        Ok(body(saved, &outcome, identity.map(|_| result)).into_owned())
    }

    /// Runs the steps after the storage has prepared the object.
    fn finish<'o>(
        &self,
        storage: &(impl Creator + ?Sized),
        attributes: &mut Attributes<'o>,
        outcome: &'o Outcome<'o>,
        identity: Option<&Identity>,
        result: &'o mut Vec<u8>,
    ) -> Result<Saved, Refusal>
    where
        'n: 'o,
    {
        self.at(Step::Validate);
        self.warn(outcome);
        // The object of the outcome is stored, whatever the storage left in the attributes.
        attributes.object.get_or_insert_with(|| Object::of(b"")).reset(outcome);
        self.chain.check(attributes, refused(outcome))?;
        let object = attributes.object.get_or_insert_with(|| Object::of(b""));
        if let Some(identity) = identity {
            identify(object, identity, result);
        }
        storage.validate(attributes)?;
        self.at(Step::Admit);
        self.chain.admit(attributes)?;
        self.at(Step::Create);
        storage.create(attributes)
    }
}

/// Sets the identity of the object.
#[cold]
fn identify<'a>(object: &mut Object<'a>, identity: &Identity, result: &'a mut Vec<u8>) {
    result.clear();
    result.extend_from_slice(object.bytes());
    set_string(result, "uid", &identity.uid);
    set_string(result, "creationTimestamp", &identity.creation_timestamp);
    if let Some(status) = &identity.status {
        json::set(result, &["status"], status.as_bytes());
    }
    object.give(result);
}

/// The body of the response. `identified` contains the object if the storage gave it an identity; otherwise
/// the object is not copied.
fn body<'a>(saved: Saved, outcome: &Outcome<'a>, identified: Option<&'a mut Vec<u8>>) -> Body<'a> {
    match (saved, identified) {
        (Saved::As(object), _) => Body::Object(object),
        (Saved::AsGiven, Some(text)) => Body::Text(text),
        (Saved::AsGiven, None) => Body::Text(lasting_object(outcome).unwrap_or_default()),
    }
}

fn set_string(text: &mut Vec<u8>, field: &str, value: &str) {
    let mut quoted = Vec::with_capacity(value.len() + 2);
    json::push_string(&mut quoted, value);
    json::set(text, &["metadata", field], &quoted);
}
