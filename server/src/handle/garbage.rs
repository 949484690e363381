//! What depends on others, as the garbage collector sees it. In: an object that is gone, or that is deleted and waits. Out: what is done.
//!
//! Easy to break: an owner that waits for its dependents does not keep them, and one that is gone does not either.
// kubernetes: pkg/controller/garbagecollector/{garbagecollector,graph_builder}.go

use crdc_admission::{Object, Propagation};
use serde_json::{Value, json};

use crate::history::{Key, Owner, ResourceId, owners};
use crate::state::Api;

/// An object of a resource.
pub(super) type Place = (ResourceId, Key);

/// Something that follows from a change.
pub(super) enum Step {
    /// Deletes an object.
    Delete(Place, Propagation),
    /// Changes an object by a merge patch.
    Patch(Place, Value),
    /// Lets an object go that waits for its dependents, if none blocks it any more.
    Release(Place),
}

impl Step {
    /// Deletes an object, and afterwards what depends on it.
    pub(super) fn delete(place: Place) -> Step {
        Step::Delete(place, Propagation::Background)
    }
}

/// How an object waits for the garbage collector, if it is deleted and does so.
fn waits(object: &Object<'_>) -> Option<Propagation> {
    object.string(&["metadata", "deletionTimestamp"])?;
    policy(object)
}

/// The policy of which an object has the finalizer.
fn policy(object: &Object<'_>) -> Option<Propagation> {
    let finalizers = finalizers(object);
    let mut policies = [Propagation::Orphan, Propagation::Foreground].into_iter();
    policies.find(|policy| finalizers.iter().any(|name| Some(name.as_str()) == policy.finalizer()))
}

fn finalizers(object: &Object<'_>) -> Vec<String> {
    let list = object.get(&["metadata", "finalizers"]);
    list.and_then(|list| serde_json::from_slice(list).ok()).unwrap_or_default()
}

/// Takes the finalizer of a policy from an object.
fn released(object: &Object<'_>, policy: Propagation) -> Value {
    let mut left = finalizers(object);
    left.retain(|name| Some(name.as_str()) != policy.finalizer());
    json!({"metadata": {"finalizers": left}})
}

impl Api {
    /// What follows from an object that is there.
    pub(super) fn of_waiting(&self, place: &Place, object: &Object<'_>) -> Vec<Step> {
        let Some(policy) = waits(object) else { return Vec::new() };
        let uid = object.string(&["metadata", "uid"]).unwrap_or_default();
        match policy {
            Propagation::Background => Vec::new(),
            Propagation::Foreground => {
                let mut steps = self.of_dependents(&uid);
                steps.push(Step::Release(place.clone()));
                steps
            }
            Propagation::Orphan => {
                let left = |of: &Owner| of.uid != *uid;
                let dependents = self.history.dependents(&uid).into_iter();
                let mut steps: Vec<Step> =
                    dependents.filter_map(|dependent| self.disowned(dependent, left)).collect();
                steps.push(Step::Patch(place.clone(), released(object, policy)));
                steps
            }
        }
    }

    /// What becomes of the dependents of an owner that is gone or waits for them: those that have another owner lose this one, the others
    /// are deleted.
    pub(super) fn of_dependents(&self, owner: &str) -> Vec<Step> {
        let step = |place: Place| {
            let text = self.history.of(&place)?;
            let object = Object::of(&text);
            let all = owners(&text);
            if all.iter().any(|owner| self.keeps(&owner.uid)) {
                return self.disowned(place, |owner| self.keeps(&owner.uid));
            }
            if object.string(&["metadata", "deletionTimestamp"]).is_some() {
                return None;
            }
            // Below an owner that waits, what has dependents waits for them, too.
            let uid = object.string(&["metadata", "uid"]).unwrap_or_default();
            let is_awaited = all.iter().any(|owner| self.history.place(&owner.uid).is_some());
            let is_owner = !self.history.dependents(&uid).is_empty();
            let below =
                if is_awaited && is_owner { Propagation::Foreground } else { Propagation::Background };
            Some(Step::Delete(place, policy(&object).unwrap_or(below)))
        };
        self.history.dependents(owner).into_iter().filter_map(step).collect()
    }

    /// Lets the owners go that waited for an object which has changed or is gone.
    pub(super) fn of_owners(&self, before: &[u8]) -> Vec<Step> {
        let places = owners(before).into_iter().filter_map(|owner| self.history.place(&owner.uid));
        places.map(Step::Release).collect()
    }

    /// The patch that lets an object go, if it waits and no dependent blocks it.
    pub(super) fn release(&self, place: &Place) -> Option<Value> {
        let text = self.history.of(place)?;
        let object = Object::of(&text);
        let policy = waits(&object).filter(|policy| *policy == Propagation::Foreground)?;
        let uid = object.string(&["metadata", "uid"])?;
        let blocks = |place: &Place| {
            let text = self.history.of(place);
            text.is_some_and(|text| owners(&text).iter().any(|owner| owner.uid == *uid && owner.blocks))
        };
        let is_blocked = self.history.dependents(&uid).iter().any(blocks);
        (!is_blocked).then(|| released(&object, policy))
    }

    /// Whether an owner is there and does not wait for its dependents.
    fn keeps(&self, owner: &str) -> bool {
        let text = self.history.place(owner).and_then(|place| self.history.of(&place));
        text.is_some_and(|text| waits(&Object::of(&text)) != Some(Propagation::Foreground))
    }

    /// Takes owners from an object.
    fn disowned(&self, place: Place, left: impl Fn(&Owner) -> bool) -> Option<Step> {
        let text = self.history.of(&place)?;
        let references = Object::of(&text).get(&["metadata", "ownerReferences"]).map(<[u8]>::to_vec)?;
        let references: Vec<Value> = serde_json::from_slice(&references).ok()?;
        let stays = |reference: &&Value| left(&Owner::of(reference));
        let kept: Vec<&Value> = references.iter().filter(stays).collect();
        (kept.len() < references.len())
            .then(|| Step::Patch(place, json!({"metadata": {"ownerReferences": kept}})))
    }
}
