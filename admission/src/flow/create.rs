//! Create: [`order::CREATE`](crate::order::CREATE).

use std::mem::take;

use crdc::{FieldValidation, Outcome, Request, Scratch};

use super::{Call, refusal, unreadable};
use crate::notes::Notes;
use crate::order::Step;
use crate::response::Body;
use crate::{
    Chain, Context, Creater, Identity, Object, Operation, Refusal, Response, Saved, Workspace, json,
};

/// How many generated names the server tries.
// apiserver: registry/generic/registry/store.go maxNameGenerationCreateAttempts
const MOST_NAMES: usize = 8;

impl Chain {
    /// Creates the object `body`.
    pub fn create<'a>(
        &self,
        storage: &(impl Creater + ?Sized),
        context: Context<'a>,
        body: &'a [u8],
        workspace: &'a mut Workspace,
    ) -> Response<'a> {
        let notes = Notes::default();
        let call = Call { chain: self, context, name: None, notes: &notes };
        let verdict = call.create(storage, body, workspace);
        Response::new(201, verdict, notes)
    }
}

/// The object of a create, decoded or not.
#[derive(Clone, Copy)]
struct Given<'a> {
    text: &'a [u8],
    field_validation: FieldValidation,
    /// Whether mutators had it.
    is_mutated: bool,
}

impl<'c> Call<'c, '_> {
    fn create(
        &self,
        storage: &(impl Creater + ?Sized),
        body: &'c [u8],
        workspace: &'c mut Workspace,
    ) -> Result<Body<'c>, Refusal> {
        self.at(Step::Decode);
        let Workspace { scratch, draft, edits, result } = workspace;
        let mut given =
            Given { text: body, field_validation: self.context.field_validation, is_mutated: false };
        if self.chain.mutates(Operation::Create) {
            self.decode(body, scratch, draft)?;
            self.receive(Operation::Create, draft)?;
            self.at(Step::ApplyMutations);
            let mut attributes = self.attributes(Operation::Create);
            attributes.object = Some(Object::owned(take(draft)));
            self.chain.mutate(&mut attributes)?;
            (*draft, _) = attributes.object.map(Object::into_buffer).unwrap_or_default();
            given = Given { text: draft, field_validation: FieldValidation::Ignore, is_mutated: true };
        }
        let named = Object::of(given.text);
        if named.string(&["metadata", "name"]).is_some_and(|name| !name.is_empty()) {
            return self.attempt(storage, given, [edits, result], scratch, &mut None);
        }
        // Tries other names if the storage generates one that is taken.
        let mut attempts = 1;
        loop {
            let mark = self.notes.mark();
            let mut generated = None;
            let verdict = self.attempt(storage, given, [edits, result], scratch, &mut generated);
            match verdict.map(Body::into_owned) {
                Err(refusal) if refusal.is_already_exists() && generated.is_some() => {
                    if attempts == MOST_NAMES {
                        let name = generated.unwrap_or_default();
                        return Err(Refusal::no_generated_name(self.chain.resource, &name));
                    }
                    self.notes.forget(mark);
                    attempts += 1;
                }
                verdict => return verdict,
            }
        }
    }

    /// Everything behind the mutators. `generated` becomes the name that the storage gives to an object without one.
    fn attempt<'a>(
        &self,
        storage: &(impl Creater + ?Sized),
        given: Given<'a>,
        [edits, result]: [&'a mut Vec<u8>; 2],
        scratch: &'a mut Scratch,
        generated: &mut Option<String>,
    ) -> Result<Body<'a>, Refusal>
    where
        'c: 'a,
    {
        let first = self.ask(Request::create(given.text), given.field_validation, scratch);
        if let Some(why) = unreadable(&first) {
            let mutators = || self.chain.mutator_names(&self.attributes(Operation::Create));
            return Err(if given.is_mutated { self.malformed(&mutators(), &why) } else { why });
        }
        self.at(Step::BeforeCreate);
        let mut attributes = self.attributes(Operation::Create);
        attributes.object = Some(Object::new(first.object().unwrap_or_default(), take(edits)));
        let identity = storage.before_create(&mut attributes)?;
        let is_changed = attributes.object.as_ref().is_some_and(Object::is_changed);
        if is_changed {
            *generated = Some(attributes.name().into_owned()).filter(|name| !name.is_empty());
        }
        (*edits, _) = attributes.object.map(Object::into_buffer).unwrap_or_default();
        if !is_changed {
            return self.finish(storage, first, identity, result);
        }
        self.warn(&first);
        // Buffers of its own: those of `first` are in the response if nothing was changed, as nearly always.
        let mut scratch = Scratch::new();
        let outcome = self.ask(Request::create(edits), FieldValidation::Ignore, &mut scratch);
        self.finish(storage, outcome, identity, result).map(Body::into_owned)
    }

    /// Everything behind the preparation by the storage.
    fn finish<'a>(
        &self,
        storage: &(impl Creater + ?Sized),
        outcome: Outcome<'a>,
        identity: Option<Identity>,
        result: &'a mut Vec<u8>,
    ) -> Result<Body<'a>, Refusal> {
        self.at(Step::Validate);
        self.warn(&outcome);
        if !outcome.accepted() {
            return Err(refusal(&outcome));
        }
        let body = match identity {
            None => Body::Outcome(outcome),
            Some(identity) => {
                result.clear();
                result.extend_from_slice(outcome.object().unwrap_or_default());
                set_string(result, "uid", &identity.uid);
                set_string(result, "creationTimestamp", &identity.creation_timestamp);
                Body::Text(result)
            }
        };
        let saved = {
            let mut attributes = self.attributes(Operation::Create);
            attributes.object = body.object().map(Object::of);
            storage.validate(&attributes)?;
            self.at(Step::Admit);
            self.chain.admit(&mut attributes)?;
            self.at(Step::Create);
            storage.create(&attributes)?
        };
        Ok(match saved {
            Saved::AsGiven => body,
            Saved::As(object) => Body::Object(object),
        })
    }
}

fn set_string(text: &mut Vec<u8>, field: &str, value: &str) {
    let mut quoted = Vec::with_capacity(value.len() + 2);
    json::push_string(&mut quoted, value);
    json::set(text, &["metadata", field], &quoted);
}
