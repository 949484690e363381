//! The flow of update: [`order::UPDATE`](crate::order::UPDATE).

use crdc::__private::lookup::lasting_object;
use crdc::{Cause, FieldValidation, Outcome, Request, Scratch, Status};

use super::{Call, refused, unreadable};
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::flow::workspace::Workspace;
use crate::object::Object;
use crate::object::initialization;
use crate::order::Step;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::{Saved, Stored, Updater};

impl Chain {
    /// Replaces the object `name` by `body`; only its status if the context has the subresource `status`.
    pub fn update<'a>(
        &self,
        storage: &(impl Updater + ?Sized),
        context: Context<'_>,
        name: &str,
        body: &[u8],
        workspace: &'a mut Workspace,
    ) -> Response<'a> {
        let (notes, names) = (Notes::default(), self.names());
        let call = Call { chain: self, names: &names, context: &context, name: Some(name), notes: &notes };
        let verdict = call.update(storage, body, workspace);
        Response::new(200, verdict, notes)
    }
}

/// The changed object. It may be decoded into the draft of the workspace.
#[derive(Clone, Copy)]
pub(super) struct Changed<'a> {
    pub(super) text: &'a [u8],
    pub(super) is_decoded: bool,
    /// Whether the object comes from a patch.
    pub(super) is_patched: bool,
}

impl<'c> Call<'c, '_> {
    fn update<'w>(
        &self,
        storage: &(impl Updater + ?Sized),
        body: &[u8],
        workspace: &'w mut Workspace,
    ) -> Result<Body<'w>, Refusal> {
        self.check_subresource()?;
        self.at(Step::Decode);
        let is_decoded = self.chain.mutates(Operation::Update);
        if is_decoded {
            let Workspace { scratch, draft, .. } = workspace;
            self.decode(body, scratch, draft)?;
            self.receive_update(draft)?;
        }
        self.at(Step::Get);
        let stored = match storage.get(&self.attributes(Operation::Update)) {
            Ok(stored) => stored,
            // Without mutators the object is not decoded yet. Errors of the object come before a missing
            // object.
            Err(missing) if !is_decoded => {
                let Workspace { scratch, draft, .. } = workspace;
                self.decode(body, scratch, draft)?;
                return Err(missing);
            }
            Err(missing) => return Err(missing),
        };
        let changed = Changed { text: body, is_decoded, is_patched: false };
        self.replace(storage, &stored, changed, workspace)
    }

    /// Runs the steps after the object was decoded and the stored object was read.
    pub(super) fn replace<'w>(
        &self,
        storage: &(impl Updater + ?Sized),
        stored: &Stored,
        changed: Changed<'_>,
        workspace: &'w mut Workspace,
    ) -> Result<Body<'w>, Refusal> {
        if stored.creator.is_some() && self.context.apart().is_none() {
            return self.initialize(storage, stored, changed, workspace);
        }
        let Workspace { scratch, draft, edits, result } = workspace;
        if !changed.is_decoded {
            let field_validation = self.context.origin.field_validation();
            return self.store(storage, stored, changed, field_validation, scratch, [edits, result]);
        }
        self.at(Step::ApplyMutations);
        let mut attributes = self.attributes(Operation::Update);
        attributes.old_object = Some(&stored.object);
        attributes.object = Some(Object::in_buffer(draft));
        self.chain.mutate(&mut attributes)?;
        attributes.object.map(Object::into_left).unwrap_or_default().keep_in(draft);
        let changed = Changed { text: draft, ..changed };
        self.store(storage, stored, changed, FieldValidation::Ignore, scratch, [edits, result])
    }

    /// Runs the steps after the mutators.
    fn store<'w>(
        &self,
        storage: &(impl Updater + ?Sized),
        stored: &Stored,
        changed: Changed<'_>,
        field_validation: FieldValidation,
        scratch: &mut Scratch,
        [edits, result]: [&'w mut Vec<u8>; 2],
    ) -> Result<Body<'w>, Refusal> {
        let first = self.ask_update(changed.text, stored, field_validation, scratch);
        if let Some(why) = unreadable(&first) {
            let mutators = || self.chain.mutator_names(&self.attributes(Operation::Update));
            return Err(match changed {
                Changed { is_decoded: true, .. } => self.malformed(&mutators(), &why),
                Changed { is_patched: true, text, .. } => {
                    self.unreadable_patch(text, &stored.object, &[], &why)
                }
                _ => why,
            });
        }
        if !changed.is_decoded {
            self.check_name(&Object::of(changed.text))?;
        }
        self.at(Step::BeforeUpdate);
        let mut attributes = self.attributes(Operation::Update);
        attributes.old_object = Some(&stored.object);
        attributes.creator = stored.creator.as_deref();
        attributes.object = Some(Object::new(
            first.accepted_object().or(first.rejected_object()).unwrap_or(changed.text),
            &mut *edits,
        ));
        if self.context.apart().is_some() {
            self.keep_given_version(changed.text, attributes.object.as_mut());
        }
        storage.before_update(&mut attributes)?;
        let is_changed = attributes.object.as_ref().is_some_and(Object::is_changed);
        let left = attributes.object.filter(|_| is_changed).map(Object::into_left);
        let outcome = if let Some(left) = left {
            left.keep_in(edits);
            self.warn(&first);
            self.ask_update(edits, stored, FieldValidation::Ignore, scratch)
        } else {
            first
        };
        self.at(Step::ValidateUpdate);
        self.warn(&outcome);
        result.clear();
        result.extend_from_slice(lasting_object(&outcome).unwrap_or_default());
        let mut attributes = self.attributes(Operation::Update);
        attributes.old_object = Some(&stored.object);
        attributes.creator = stored.creator.as_deref();
        attributes.object = Some(Object::of(result));
        self.chain.check(&mut attributes, refused(&outcome))?;
        if stored.creator.is_none() && attributes.is_initializing() {
            return Err(self.initializers_added());
        }
        storage.validate_update(&attributes)?;
        self.at(Step::Admit);
        self.chain.admit(&mut attributes)?;
        self.at(Step::Update);
        Ok(match storage.update(&attributes)? {
            Saved::AsGiven => Body::Text(result),
            Saved::As(object) => Body::Object(object),
        })
    }

    /// Sets the resource version that the client named: an update of the status is merged into the stored
    /// object, but is meant for that version.
    fn keep_given_version(&self, given: &[u8], object: Option<&mut Object<'_>>) {
        let path = ["metadata", "resourceVersion"];
        let given = Object::of(given);
        let version = given.string(&path).unwrap_or_default();
        if let Some(object) = object
            && object.string(&path).unwrap_or_default() != version
        {
            object.set_string(&path, &version);
        }
    }

    fn ask_update<'a>(
        &self,
        new: &'a [u8],
        stored: &'a Stored,
        field_validation: FieldValidation,
        scratch: &'a mut Scratch,
    ) -> Outcome<'a>
    where
        'c: 'a,
    {
        let request = match self.context.apart() {
            Some(_) => Request::update_status(new, &stored.object),
            None => Request::update(new, &stored.object),
        };
        self.ask(request, field_validation, scratch)
    }

    /// Refuses subresources other than `status`: only the status can be updated separately from the object.
    pub(super) fn check_subresource(&self) -> Result<(), Refusal> {
        match self.context.apart() {
            None | Some("status") => Ok(()),
            Some(_) => {
                let message = "the server could not find the requested resource";
                Err(Status::new(404, "NotFound", message).into())
            }
        }
    }

    fn initializers_added(&self) -> Refusal {
        let field = format!("metadata.annotations[{}]", initialization::INITIALIZERS);
        let resource = self.chain.resource();
        let name = self.name.unwrap_or_default();
        let why = "Invalid value: initializers cannot be added once the object is initialized".to_owned();
        Refusal::invalid(
            [resource.group, resource.kind, name],
            vec![Cause::new("FieldValueInvalid", why, field)],
        )
    }
}
