//! Deletes objects: at once, or after they were marked as deleted, while they have finalizers or a grace
//! period.
// apiserver: registry/rest/delete.go BeforeDelete; registry/generic/registry/store.go Delete

use std::sync::Arc;

use super::store::unchanged;
use super::version::{Unversioned, version};
use super::{MemoryStorage, has_finalizers, key, propagation, time};
use crate::attributes::resource::ResourceNames;
use crate::object::Object;
use crate::plugin::Attributes;
use crate::response::refusal::Refusal;
use crate::storage::traits::{DeleteOptions, Deleter, Deletion, Stored};

const TIMESTAMP: [&str; 2] = ["metadata", "deletionTimestamp"];
const GRACE: [&str; 2] = ["metadata", "deletionGracePeriodSeconds"];
const GENERATION: [&str; 2] = ["metadata", "generation"];

impl Deleter for MemoryStorage {
    fn before_delete(
        &self,
        attributes: &Attributes<'_>,
        options: &DeleteOptions,
    ) -> Result<Deletion, Refusal> {
        let Some(old) = attributes.old_object() else { return Ok(Deletion::Immediate) };
        check_preconditions(attributes, &old, options)?;
        let requested = options.grace_period_seconds.map(|seconds| if seconds < 0 { 1 } else { seconds });
        // An object that was never initialized is deleted at once.
        let Some(grace) = self.grace.as_ref().filter(|_| attributes.creator().is_none()) else {
            return Ok(Deletion::Immediate);
        };
        if old.string(&TIMESTAMP).is_none() {
            return Ok(Deletion::Graceful(grace(&old, requested).max(0)));
        }
        // The object is already being deleted: only a shorter grace period has an effect.
        Ok(match (old.integer(&GRACE).unwrap_or(0), requested) {
            (0, _) => Deletion::Immediate,
            (pending, Some(requested)) if requested < pending => Deletion::Graceful(requested),
            _ => Deletion::Pending,
        })
    }

    fn delete(&self, attributes: &Attributes<'_>, deletion: Deletion) -> Result<Option<Arc<[u8]>>, Refusal> {
        let Some(old) = attributes.old_object() else { return Err(Refusal::internal("no object to delete")) };
        let (key, expected) = (key(attributes), version(&old));
        let failed = |why| unchanged(attributes, why);
        let grace = match deletion {
            Deletion::Graceful(seconds) => seconds,
            Deletion::Immediate | Deletion::Pending => 0,
        };
        let bytes = old.bytes().to_vec();
        let mut marked = Object::of(&bytes);
        if let Some(default) = self.propagation {
            propagation::set(&mut marked, attributes, default);
        }
        let stays =
            attributes.creator().is_none() && (grace > 0 || has_finalizers(&marked) || (self.keeps)(&marked));
        if !stays {
            let removed = if attributes.is_dry_run() {
                self.slots.check(&key, expected)
            } else {
                self.slots.remove(&key, expected)
            };
            return removed.map(|()| None).map_err(failed);
        }
        self.mark(&mut marked, grace);
        if attributes.is_dry_run() || marked.bytes() == old.bytes() {
            let object = Arc::from(marked.bytes());
            return self.slots.check(&key, expected).map(|()| Some(object)).map_err(failed);
        }
        let text = Unversioned::new(marked.bytes());
        let make = |version| Stored { object: text.at(version), creator: None };
        self.slots.replace(&key, expected, make).map(|stored| Some(stored.object)).map_err(failed)
    }
}

impl MemoryStorage {
    /// Marks an object as deleted after `grace` seconds.
    fn mark(&self, object: &mut Object<'_>, grace: i64) {
        let now = self.clock.now();
        let until = object.string(&TIMESTAMP).and_then(|text| time::parse(&text));
        let before = object.integer(&GRACE).unwrap_or(0);
        let (until, grace) = match until {
            None => {
                if let Some(generation) = object.integer(&GENERATION).filter(|generation| *generation > 0) {
                    object.set(&GENERATION, generation.saturating_add(1).to_string().as_bytes());
                }
                (now.saturating_add(grace), grace)
            }
            // Without a grace period, a deletion time in the past stays.
            Some(until) if grace == 0 => (until.min(now), 0),
            Some(until) => {
                let shorter = until.saturating_sub(before).saturating_add(grace);
                // If the shorter period is over, the object still stays for a last second.
                if shorter < now { (now, 1) } else { (shorter, grace) }
            }
        };
        object.set_string(&TIMESTAMP, &time::format(until));
        object.set(&GRACE, grace.to_string().as_bytes());
    }
}

fn check_preconditions(
    attributes: &Attributes<'_>,
    old: &Object<'_>,
    options: &DeleteOptions,
) -> Result<(), Refusal> {
    let Some(wanted) = &options.preconditions else { return Ok(()) };
    // The server's message has the kind here where other messages have the resource.
    let resource = attributes.resource();
    let about = ResourceNames { plural: resource.kind, ..*resource };
    let conflict = |why: String| Refusal::conflict(&about, &attributes.name(), why);
    let uid = old.string(&["metadata", "uid"]).unwrap_or_default();
    if let Some(wanted) = wanted.uid.as_deref().filter(|wanted| *wanted != uid) {
        return Err(conflict(format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({uid}). The object might have \
             been deleted and then recreated"
        )));
    }
    let version = old.string(&["metadata", "resourceVersion"]).unwrap_or_default();
    if let Some(wanted) = wanted.resource_version.as_deref().filter(|wanted| *wanted != version) {
        return Err(conflict(format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). \
             The object might have been modified"
        )));
    }
    Ok(())
}
