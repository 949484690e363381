//! The flow of updates of objects that are being initialized:
//! [`order::INITIALIZING`](crate::order::INITIALIZING).
//!
//! The object has never been complete, so the rules of updates do not apply. It is validated as on a create,
//! and in addition by the metadata checks of updates, which keep its name and uid. Neither mutators nor
//! validators of updates run, since the user is an initializer. When no initializer is pending any more, the
//! validators of creates run, with the creator as the user.
//!
//! Easy to break: crdc's update must get two objects that differ only in their metadata, or immutability and
//! ratcheting apply.

use crdc::__private::lookup::lasting_object;
use crdc::{FieldValidation, Request};

use super::update::Changed;
use super::{Call, refusal, refused};
use crate::attributes::operation::Operation;
use crate::flow::workspace::Workspace;
use crate::json;
use crate::object::Object;
use crate::order::Step;
use crate::response::answer::Body;
use crate::response::refusal::Refusal;
use crate::storage::traits::{Saved, Stored, Updater};

impl Call<'_, '_> {
    pub(super) fn initialize<'w>(
        &self,
        storage: &(impl Updater + ?Sized),
        stored: &Stored,
        changed: Changed<'_>,
        workspace: &'w mut Workspace,
    ) -> Result<Body<'w>, Refusal> {
        if !changed.is_decoded {
            let decoded = self.decode(changed.text, &mut workspace.scratch, &mut workspace.draft);
            decoded.map_err(|why| {
                if changed.is_patched {
                    self.unreadable_patch(changed.text, &stored.object, &[], &why)
                } else {
                    why
                }
            })?;
            self.receive_update(&mut workspace.draft)?;
        }
        let Workspace { scratch, draft, edits, result } = workspace;
        self.at(Step::BeforeUpdate);
        let mut attributes = self.attributes(Operation::Update);
        attributes.old_object = Some(&stored.object);
        attributes.creator = stored.creator.as_deref();
        attributes.object = Some(Object::in_buffer(draft));
        storage.before_update(&mut attributes)?;
        attributes.object.map(Object::into_left).unwrap_or_default().keep_in(draft);
        self.at(Step::ValidateUpdate);
        let created = self.ask(Request::create(draft), FieldValidation::Ignore, scratch);
        self.warn(&created);
        if !created.accepted() {
            return Err(refusal(&created));
        }
        // These are the same object twice: with the metadata of the request, and with the stored metadata.
        edits.clear();
        edits.extend_from_slice(created.accepted_object().unwrap_or_default());
        let mut old = edits.clone();
        copy_metadata(draft, edits);
        copy_metadata(&stored.object, &mut old);
        let updated = self.ask(Request::update(edits, &old), FieldValidation::Ignore, scratch);
        self.warn(&updated);
        result.clear();
        result.extend_from_slice(lasting_object(&updated).unwrap_or_default());
        let mut attributes = self.attributes(Operation::Update);
        attributes.old_object = Some(&stored.object);
        attributes.creator = stored.creator.as_deref();
        attributes.object = Some(Object::of(result));
        self.chain.check(&mut attributes, refused(&updated))?;
        storage.validate_update(&attributes)?;
        if !attributes.is_initializing() {
            self.at(Step::Admit);
            let mut completed = self.attributes(Operation::Create);
            completed.creator = stored.creator.as_deref();
            if let Some(creator) = &stored.creator {
                completed.user = creator;
            }
            completed.object = Some(Object::of(result));
            self.chain.admit(&mut completed)?;
        }
        self.at(Step::Update);
        Ok(match storage.update(&attributes)? {
            Saved::AsGiven => Body::Text(result),
            Saved::As(object) => Body::Object(object),
        })
    }
}

/// Replaces the metadata of an object by that of another one.
fn copy_metadata(from: &[u8], to: &mut Vec<u8>) {
    if let Some(metadata) = json::find(from, &["metadata"]).and_then(|range| from.get(range)) {
        json::set(to, &["metadata"], metadata);
    }
}
