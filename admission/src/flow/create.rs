//! Create: [`order::CREATE`](crate::order::CREATE).

use std::mem::take;

use crdc::{FieldValidation, Request};

use super::{Call, refusal, unreadable};
use crate::notes::Notes;
use crate::order::Step;
use crate::response::Body;
use crate::{Chain, Context, Creater, Object, Operation, Refusal, Response, Saved, Workspace, json};

/// How many generated names the server tries.
// apiserver: registry/generic/registry/store.go maxNameGenerationCreateAttempts
const MOST_NAMES: usize = 8;

impl Chain {
    /// Creates the object `body`.
    pub fn create<'a>(
        &self,
        storage: &(impl Creater + ?Sized),
        context: Context<'_>,
        body: &[u8],
        workspace: &'a mut Workspace,
    ) -> Response<'a> {
        let notes = Notes::default();
        let call = Call { chain: self, context, name: None, notes: &notes };
        let verdict = call.create(storage, body, workspace);
        Response::new(201, verdict, &workspace.result, notes)
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

impl<'c> Call<'c> {
    fn create(
        &self,
        storage: &(impl Creater + ?Sized),
        body: &[u8],
        workspace: &mut Workspace,
    ) -> Result<Body, Refusal> {
        self.at(Step::Decode);
        let mut draft = take(&mut workspace.draft);
        let mut given =
            Given { text: body, field_validation: self.context.field_validation, is_mutated: false };
        if self.chain.mutates(Operation::Create) {
            self.decode(body, &mut workspace.scratch, &mut draft)?;
            self.receive(Operation::Create, &mut draft, &mut workspace.edits)?;
            self.at(Step::ApplyMutations);
            let mut attributes = self.attributes(Operation::Create);
            attributes.object = Some(Object::new(&draft, take(&mut workspace.edits)));
            self.chain.mutate(&mut attributes)?;
            let (buffer, is_changed) = attributes.object.map(Object::into_buffer).unwrap_or_default();
            workspace.edits = buffer;
            if is_changed {
                std::mem::swap(&mut workspace.edits, &mut draft);
            }
            given = Given { text: &draft, field_validation: FieldValidation::Ignore, is_mutated: true };
        }
        let mut attempts = 1;
        let body = loop {
            let mark = self.notes.mark();
            let mut generated = None;
            match self.attempt(storage, given, workspace, &mut generated) {
                Err(refusal) if refusal.is_already_exists() && generated.is_some() => {
                    if attempts == MOST_NAMES {
                        let name = generated.unwrap_or_default();
                        break Err(Refusal::no_generated_name(self.chain.resource, &name));
                    }
                    self.notes.forget(mark);
                    attempts += 1;
                }
                verdict => break verdict,
            }
        };
        workspace.draft = draft;
        body
    }

    /// Everything behind the mutators. `generated` becomes the name if the storage generates it.
    fn attempt(
        &self,
        storage: &(impl Creater + ?Sized),
        given: Given<'_>,
        workspace: &mut Workspace,
        generated: &mut Option<String>,
    ) -> Result<Body, Refusal> {
        let Workspace { scratch, edits, result, .. } = workspace;
        let first = self.ask(Request::create(given.text), given.field_validation, scratch);
        if let Some(why) = unreadable(&first) {
            let mutators = || self.chain.mutator_names(&self.attributes(Operation::Create));
            return Err(if given.is_mutated { self.malformed(&mutators(), &why) } else { why });
        }
        self.at(Step::BeforeCreate);
        let mut attributes = self.attributes(Operation::Create);
        attributes.object = Some(Object::new(first.object().unwrap_or_default(), take(edits)));
        let was_named = !attributes.name().is_empty();
        let identity = storage.before_create(&mut attributes)?;
        if !was_named {
            *generated = Some(attributes.name().into_owned()).filter(|name| !name.is_empty());
        }
        let (buffer, is_changed) = attributes.object.map(Object::into_buffer).unwrap_or_default();
        *edits = buffer;
        let outcome = if is_changed {
            self.warn(&first);
            self.ask(Request::create(edits), FieldValidation::Ignore, scratch)
        } else {
            first
        };
        self.at(Step::Validate);
        self.warn(&outcome);
        if !outcome.accepted() {
            return Err(refusal(&outcome));
        }
        result.clear();
        result.extend_from_slice(outcome.object().unwrap_or_default());
        if let Some(identity) = identity {
            set_string(result, "uid", &identity.uid);
            set_string(result, "creationTimestamp", &identity.creation_timestamp);
        }
        let mut attributes = self.attributes(Operation::Create);
        attributes.object = Some(Object::of(result));
        storage.validate(&attributes)?;
        self.at(Step::Admit);
        self.chain.admit(&mut attributes)?;
        self.at(Step::Create);
        Ok(match storage.create(&attributes)? {
            Saved::AsGiven => Body::Result,
            Saved::As(object) => Body::Object(object),
        })
    }
}

fn set_string(text: &mut Vec<u8>, field: &str, value: &str) {
    let mut quoted = Vec::with_capacity(value.len() + 2);
    json::push_string(&mut quoted, value);
    json::set(text, &["metadata", field], &quoted);
}
