//! The garbage collector: deletes the dependents of a deleted object, or removes their owner references. In:
//! an object that was removed, or that is deleted and waits for its dependents. Out: the steps, and the
//! change of an object for each.
//!
//! Easy to break: an owner that waits for its dependents does not keep them, nor does an owner that is
//! removed. The change of an object is decided when its step is carried out, for the version that was read
//! then.
// kubernetes: pkg/controller/garbagecollector/{garbagecollector,graph_builder}.go

use crdc_admission::{Object, Propagation};
use serde_json::{Value, json};

use crate::apimachinery::texts::{FINALIZERS, texts};
use crate::handlers::state::Api;
use crate::kinds::built_in::{CLAIMS, VOLUME_CLASSES, VOLUMES, released, uses_of};
use crate::storage::history::Text;
use crate::storage::key::Place;
use crate::storage::owner_references::{Owner, owners};

/// A step of the garbage collector, which follows from a change.
pub(crate) enum Step {
    /// Deletes an object.
    Delete(Place),
    /// Deletes an object that no owner keeps; otherwise removes the references to owners that do not keep it.
    Collect(Place),
    /// Removes the reference to the owner with this uid from an object.
    Disown(Place, String),
    /// Removes the finalizer from an object that waited for its dependents.
    Release(Place, Propagation),
    /// Removes the finalizer from a deleted claim, volume or class of volumes that nothing uses.
    Unprotect(Place),
}

impl Step {
    /// The place of the object that the step changes.
    pub(crate) fn place(&self) -> &Place {
        match self {
            Step::Delete(place)
            | Step::Collect(place)
            | Step::Disown(place, _)
            | Step::Release(place, _)
            | Step::Unprotect(place) => place,
        }
    }

    /// Whether another writer, such as a webhook, has restored what a change removed from an object.
    pub(crate) fn is_undone(&self, change: &Change, after: &[u8]) -> bool {
        match (self, change) {
            (Step::Release(_, policy), _) => waits(&Object::of(after)) == Some(*policy),
            (_, Change::Unblock(_)) => owners(after).iter().any(|owner| owner.blocks),
            _ => false,
        }
    }
}

/// The change of an object by a step.
pub(crate) enum Change {
    /// The object is deleted, if it is still the object that was read.
    Delete(Propagation),
    /// The metadata are changed by this merge patch.
    Patch(Value),
    /// The owners no longer wait for the object, and afterwards the object is collected.
    Unblock(Value),
}

/// The propagation policy with which a deleted object waits for the garbage collector; `None` if it does not
/// wait.
pub(crate) fn waits(object: &Object<'_>) -> Option<Propagation> {
    object.string(&["metadata", "deletionTimestamp"])?;
    policy(object)
}

/// The propagation policy whose finalizer an object has.
fn policy(object: &Object<'_>) -> Option<Propagation> {
    let finalizers = texts(object, &FINALIZERS);
    let mut policies = [Propagation::Orphan, Propagation::Foreground].into_iter();
    policies.find(|policy| finalizers.iter().any(|name| Some(name.as_str()) == policy.finalizer()))
}

/// The owner references of an object after a change; `None` if they stay as they are.
fn changed(object: &Object<'_>, change: impl FnMut(Value) -> Option<Value>) -> Option<Value> {
    let references = object.get(&["metadata", "ownerReferences"])?;
    let references: Vec<Value> = serde_json::from_slice(references).ok()?;
    let new: Vec<Value> = references.iter().cloned().filter_map(change).collect();
    (new != references).then(|| json!({ "ownerReferences": new }))
}

/// The state of an owner, which decides whether its dependents are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeping {
    /// The owner exists.
    Keeps,
    /// The owner is deleted in the foreground, and waits for its dependents.
    Waits,
    /// The owner does not exist.
    Gone,
    /// The owner cannot be found: a cluster-scoped object has an owner of a namespaced kind.
    Unknown,
}

impl Api {
    /// The steps after a change of an object that still exists.
    pub(crate) fn of_object(&self, place: &Place, object: &Object<'_>, before: Option<&[u8]>) -> Vec<Step> {
        let mut steps = Vec::new();
        let uid = object.string(&["metadata", "uid"]).unwrap_or_default();
        let policy = waits(object);
        match policy.filter(|_| before.is_none_or(|before| waits(&Object::of(before)) != policy)) {
            Some(Propagation::Foreground) => steps.extend(self.of_dependents(&uid)),
            Some(Propagation::Orphan) => {
                let dependents = self.history.owners(|all| all.dependents(&uid)).into_iter();
                steps.extend(dependents.map(|dependent| Step::Disown(dependent, uid.clone().into_owned())));
            }
            Some(Propagation::Background) | None => {}
        }
        steps.extend(policy.map(|policy| Step::Release(place.clone(), policy)));
        // A test may name owners that it never created: the dependents of such owners stay.
        let all = owners(object.bytes());
        let is_new = !all.is_empty() && before.is_none_or(|before| owners(before) != all);
        let is_lost = |owner: &Owner| match self.keeping(place, owner) {
            Keeping::Keeps | Keeping::Unknown => false,
            Keeping::Waits => true,
            Keeping::Gone => self.history.owners(|all| all.is_known(&owner.uid)),
        };
        if is_new && all.iter().any(is_lost) {
            steps.push(Step::Collect(place.clone()));
        }
        steps
    }

    /// The steps for the dependents of an owner that is removed or waits for them.
    pub(crate) fn of_dependents(&self, owner: &str) -> Vec<Step> {
        self.history.owners(|all| all.dependents(owner)).into_iter().map(Step::Collect).collect()
    }

    /// The steps that release owners which waited for an object, after the object has changed or was removed.
    pub(crate) fn of_owners(&self, before: &[u8]) -> Vec<Step> {
        let places =
            owners(before).into_iter().filter_map(|owner| self.history.owners(|all| all.place(&owner.uid)));
        places.map(|place| Step::Release(place, Propagation::Foreground)).collect()
    }

    /// The steps after a change: a deleted claim, volume or class of volumes goes when nothing uses it.
    pub(crate) fn of_storage(&self, place: &Place, is_there: bool, before: Option<&[u8]>) -> Vec<Step> {
        let used = before.map(|before| uses_of(place, before)).unwrap_or_default();
        let own = is_there && matches!(&*place.0, CLAIMS | VOLUMES | VOLUME_CLASSES);
        let freed = used.into_iter().map(|used| used.place).chain(own.then(|| place.clone()));
        freed.map(Step::Unprotect).collect()
    }

    /// The change that a step makes to an object, if any.
    pub(crate) fn change(&self, step: &Step, text: &Text) -> Option<Change> {
        let object = Object::of(text);
        match step {
            Step::Delete(_) => Some(Change::Delete(Propagation::Background)),
            Step::Unprotect(place) => released(&self.history, &self.users, place, &object)
                .map(|left| Change::Patch(json!({ "finalizers": left }))),
            Step::Collect(place) => self.collect(place, &object),
            Step::Disown(_, owner) => {
                changed(&object, |reference| (reference["uid"] != **owner).then_some(reference))
                    .map(Change::Patch)
            }
            Step::Release(_, policy) => {
                let uid = object.string(&["metadata", "uid"]).unwrap_or_default();
                let is_free =
                    *policy != Propagation::Foreground || !self.history.owners(|all| all.is_blocked(&uid));
                if waits(&object) != Some(*policy) || !is_free {
                    return None;
                }
                let mut left = texts(&object, &FINALIZERS);
                left.retain(|name| Some(name.as_str()) != policy.finalizer());
                Some(Change::Patch(json!({ "finalizers": left })))
            }
        }
    }

    /// The change of an object that lost an owner: it loses the owner reference if another owner keeps it,
    /// otherwise it is deleted.
    fn collect(&self, place: &Place, object: &Object<'_>) -> Option<Change> {
        if object.string(&["metadata", "deletionTimestamp"]).is_some() {
            return None;
        }
        let all = owners(object.bytes());
        let keeping: Vec<Keeping> = all.iter().map(|owner| self.keeping(place, owner)).collect();
        if all.is_empty() || keeping.contains(&Keeping::Unknown) {
            return None;
        }
        if keeping.contains(&Keeping::Keeps) {
            // The states are in the order of the references.
            let mut keeping = keeping.into_iter();
            let keeps = |reference| keeping.next().filter(|of| *of == Keeping::Keeps).map(|_| reference);
            return changed(object, keeps).map(Change::Patch);
        }
        // Dependents of an owner that waits are deleted in the foreground if they have dependents.
        let uid = object.string(&["metadata", "uid"]).unwrap_or_default();
        if !(keeping.contains(&Keeping::Waits) && self.history.owners(|all| all.has_dependents(&uid))) {
            return Some(Change::Delete(policy(object).unwrap_or(Propagation::Background)));
        }
        // Two objects that wait for each other would never be deleted.
        let is_waiting = |place: &Place| {
            self.history
                .of(place)
                .is_some_and(|text| waits(&Object::of(&text)) == Some(Propagation::Foreground))
        };
        let unblocked = |mut reference: Value| {
            if reference["blockOwnerDeletion"] == true {
                reference["blockOwnerDeletion"] = json!(false);
            }
            Some(reference)
        };
        let is_cycle = all.iter().any(|owner| owner.blocks)
            && self.history.owners(|all| all.dependents(&uid)).iter().any(is_waiting);
        let unblocked = is_cycle.then(|| changed(object, unblocked)).flatten();
        Some(unblocked.map_or(Change::Delete(Propagation::Foreground), Change::Unblock))
    }

    /// The state of an owner of the object at a place.
    fn keeping(&self, (_, (namespace, _)): &Place, owner: &Owner) -> Keeping {
        let is_namespaced =
            || self.registry.of_object(&owner.api_version, &owner.kind).is_some_and(|of| of.namespaced);
        if namespace.is_empty() && is_namespaced() {
            return Keeping::Unknown;
        }
        let Some(place) = self.history.owners(|all| all.place(&owner.uid)) else { return Keeping::Gone };
        let (_, (of, name)) = &place;
        // Owners are looked up by kind and name, in the namespace of the object.
        let Some(text) = self.history.of(&place) else { return Keeping::Gone };
        let object = Object::of(&text);
        let is_found = (of.is_empty() || of == namespace)
            && **name == *owner.name
            && object.string(&["kind"]).is_some_and(|kind| kind == owner.kind);
        match waits(&object) {
            _ if !is_found => Keeping::Gone,
            Some(Propagation::Foreground) => Keeping::Waits,
            _ => Keeping::Keeps,
        }
    }
}
