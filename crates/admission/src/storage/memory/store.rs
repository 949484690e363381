//! Reads, creates, updates and lists objects.

use std::sync::Arc;

use crdc::Status;

use super::slots::Unchanged;
use super::version::{Unversioned, unreadable, version};
use super::{MemoryStorage, has_finalizers, key, time};
use crate::object::Object;
use crate::object::initialization;
use crate::plugin::Attributes;
use crate::response::refusal::Refusal;
use crate::storage::selector::{FieldSelector, LabelSelector};
use crate::storage::traits::{
    CollectionDeleter, Creator, Getter, Identity, ListOptions, Saved, Stored, Updater,
};

impl Getter for MemoryStorage {
    fn get(&self, attributes: &Attributes<'_>) -> Result<Stored, Refusal> {
        let found = self.slots.get(&key(attributes));
        found.map(|(_, stored)| stored).ok_or_else(|| missing(attributes))
    }
}

impl Creator for MemoryStorage {
    fn before_create(&self, attributes: &mut Attributes<'_>) -> Result<Option<Identity>, Refusal> {
        if attributes.name().is_empty()
            && let Some(object) = attributes.object_mut()
            && let Some(prefix) =
                object.string(&["metadata", "generateName"]).filter(|prefix| !prefix.is_empty())
        {
            let name = self.names.name(&prefix);
            object.set_string(&["metadata", "name"], &name);
        }
        let creation_timestamp = time::format(self.clock.now());
        Ok(Some(Identity { uid: self.names.uid(), creation_timestamp, status: None }))
    }

    fn create(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let Some(object) = attributes.object() else { return Err(Refusal::internal("no object to create")) };
        // apiserver: storage/etcd3/store.go Create; a dry run does not come there,
        // registry/generic/registry/dryrun.go
        if !attributes.is_dry_run() && version(object) != 0 {
            let message = "resourceVersion should not be set on objects to be created";
            return Err(Status::new(500, "", message).into());
        }
        let creator = initialization::is_pending(object).then(|| Arc::new(attributes.user().clone()));
        let taken = |stored: Stored| taken(attributes, &stored);
        if attributes.is_dry_run() {
            return match self.slots.get(&key(attributes)) {
                Some((_, stored)) => Err(taken(stored)),
                None => Ok(Saved::AsGiven),
            };
        }
        let text = Unversioned::new(object.bytes());
        let make = |version| Stored { object: text.at(version), creator };
        self.slots.insert(key(attributes), make).map(|stored| Saved::As(stored.object)).map_err(taken)
    }
}

impl Updater for MemoryStorage {
    fn before_update(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let (Some(new), Some(old)) = (attributes.object(), attributes.old_object()) else { return Ok(()) };
        let resource = attributes.resource;
        // apiserver: registry/generic/registry/store.go Update
        if let Some(why) = unreadable(new) {
            return Err(Status::new(500, "", why).into());
        }
        // An update of the status may also be based on any version that it names.
        match version(new) {
            0 => Err(Refusal::unversioned(resource, &attributes.name())),
            given if given == version(&old) => Ok(()),
            _ => Err(Refusal::modified(resource, &attributes.name())),
        }
    }

    fn update(&self, attributes: &Attributes<'_>) -> Result<Saved, Refusal> {
        let (Some(new), Some(old)) = (attributes.object(), attributes.old_object()) else {
            return Err(Refusal::internal("no object to update"));
        };
        let (key, expected) = (key(attributes), version(&old));
        let failed = |why| unchanged(attributes, why);
        if attributes.is_dry_run() || same(new, &old) {
            return self.slots.check(&key, expected).map(|()| Saved::AsGiven).map_err(failed);
        }
        // apiserver: ShouldDeleteDuringUpdate
        let is_deleting = old.string(&["metadata", "deletionTimestamp"]).is_some();
        let grace = old.integer(&["metadata", "deletionGracePeriodSeconds"]).unwrap_or(0);
        if is_deleting && grace == 0 && !has_finalizers(new) && !(self.keeps)(new) {
            return self.slots.remove(&key, expected).map(|()| Saved::AsGiven).map_err(failed);
        }
        let creator =
            initialization::is_pending(new).then(|| attributes.creator().cloned().map(Arc::new)).flatten();
        let text = Unversioned::new(new.bytes());
        let make = |version| Stored { object: text.at(version), creator };
        self.slots.replace(&key, expected, make).map(|stored| Saved::As(stored.object)).map_err(failed)
    }
}

impl CollectionDeleter for MemoryStorage {
    fn list(&self, attributes: &Attributes<'_>, options: &ListOptions) -> Result<Vec<Stored>, Refusal> {
        let labels = LabelSelector::parse(&options.label_selector)?;
        let fields = FieldSelector::parse(&options.field_selector)?;
        let known = ["metadata.name", "metadata.namespace"];
        if let Some(other) = fields.fields().find(|field| !known.contains(field)) {
            return Err(Refusal::bad_request(format!("field label not supported: {other}")));
        }
        let mut all = self.slots.of_namespace(attributes.namespace());
        all.retain(|stored| {
            let object = Object::of(&stored.object);
            let field = |field: &str| object.string(&["metadata", &field["metadata.".len()..]]);
            labels.selects_object(&object)
                && fields.selects(|name| field(name).unwrap_or_default().into_owned())
        });
        Ok(all)
    }
}

/// The refusal if the stored object was not changed.
pub(crate) fn unchanged(attributes: &Attributes<'_>, why: Unchanged) -> Refusal {
    match why {
        Unchanged::Missing => missing(attributes),
        Unchanged::Stale => Refusal::modified(attributes.resource(), &attributes.name()),
    }
}

fn missing(attributes: &Attributes<'_>) -> Refusal {
    Refusal::not_found(attributes.resource(), &attributes.name())
}

/// The refusal of a create because the name is taken.
fn taken(attributes: &Attributes<'_>, stored: &Stored) -> Refusal {
    let refusal = Refusal::already_exists(attributes.resource(), &attributes.name());
    let stored = Object::of(&stored.object);
    if stored.string(&["metadata", "deletionTimestamp"]).is_none() {
        return refusal;
    }
    let mut status = refusal.into_status();
    status.message = format!("object is being deleted: {}", status.message);
    status.into()
}

/// Whether the objects are equal: an update without a change keeps the version, as on the server.
fn same(new: &Object<'_>, old: &Object<'_>) -> bool {
    let values = || Some((new.parse::<serde_json::Value>().ok()?, old.parse::<serde_json::Value>().ok()?));
    new.bytes() == old.bytes() || values().is_some_and(|(new, old)| new == old)
}
