//! The index of owner references. In: changes of objects. Out: the dependents of an owner, and the place of
//! an owner in the storage.
//!
//! Easy to break: an owner is identified by its uid. The dependents of a deleted owner are deleted. The
//! dependents of an owner that never existed stay, since a test may name such owners.
// kubernetes: pkg/controller/garbagecollector/graph.go

use std::collections::{BTreeMap, HashMap, HashSet};

use crdc_admission::Object;

use crate::storage::key::Place;

/// An owner of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) uid: String,
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    /// Whether a foreground deletion of the owner waits until the object is deleted.
    pub(crate) blocks: bool,
}

impl Owner {
    /// The owner that an owner reference names.
    pub(crate) fn of(reference: &serde_json::Value) -> Owner {
        let text = |field: &str| reference[field].as_str().unwrap_or_default().to_owned();
        let blocks = reference["blockOwnerDeletion"] == true;
        let [uid, api_version, kind, name] = ["uid", "apiVersion", "kind", "name"].map(text);
        Owner { uid, api_version, kind, name, blocks }
    }
}

/// The owners of an object.
pub(crate) fn owners(text: &[u8]) -> Vec<Owner> {
    let object = Object::of(text);
    let Some(list) = object.get(&["metadata", "ownerReferences"]) else { return Vec::new() };
    let list: Vec<serde_json::Value> = serde_json::from_slice(list).unwrap_or_default();
    list.iter().map(Owner::of).collect()
}

/// The index of owners and dependents.
#[derive(Clone, Default)]
pub(crate) struct Owners {
    /// The places of all objects by uid.
    uids: HashMap<String, Place>,
    /// The uids of deleted objects.
    gone: HashSet<String>,
    /// The dependents by the uid of their owner.
    dependents: HashMap<String, Dependents>,
}

/// The dependents of one owner.
#[derive(Clone, Default)]
struct Dependents {
    /// For each dependent, by its place, whether a foreground deletion of the owner waits for it.
    all: BTreeMap<Place, bool>,
    /// The number of dependents that a foreground deletion of the owner waits for.
    blocking: usize,
}

impl Owners {
    /// The dependents of an object.
    pub(crate) fn dependents(&self, owner: &str) -> Vec<Place> {
        self.dependents.get(owner).into_iter().flat_map(|of| of.all.keys().cloned()).collect()
    }

    /// Whether some object names the object with this uid as its owner.
    pub(crate) fn has_dependents(&self, owner: &str) -> bool {
        self.dependents.contains_key(owner)
    }

    /// Whether a foreground deletion of the object with this uid waits for dependents.
    pub(crate) fn is_blocked(&self, owner: &str) -> bool {
        self.dependents.get(owner).is_some_and(|of| of.blocking > 0)
    }

    /// Whether there is or was an object with this uid.
    pub(crate) fn is_known(&self, uid: &str) -> bool {
        self.gone.contains(uid) || self.uids.contains_key(uid)
    }

    /// The place of the object with a uid.
    pub(crate) fn place(&self, uid: &str) -> Option<Place> {
        self.uids.get(uid).cloned()
    }

    /// Updates the index for an object that was created, changed or deleted.
    pub(crate) fn change(&mut self, place: &Place, old: Option<&[u8]>, new: Option<&[u8]>) {
        for owner in old.map(owners).unwrap_or_default() {
            if let Some(dependents) = self.dependents.get_mut(&owner.uid) {
                dependents.blocking -= usize::from(dependents.all.remove(place) == Some(true));
                if dependents.all.is_empty() {
                    self.dependents.remove(&owner.uid);
                }
            }
        }
        let uid =
            |text: &[u8]| Object::of(text).string(&["metadata", "uid"]).map(std::borrow::Cow::into_owned);
        if let Some(uid) = old.and_then(uid) {
            self.uids.remove(&uid);
            self.gone.insert(uid);
        }
        for owner in new.map(owners).unwrap_or_default() {
            let dependents = self.dependents.entry(owner.uid).or_default();
            // An owner that is named twice counts once.
            let blocks = dependents.all.entry(place.clone()).or_default();
            dependents.blocking += usize::from(owner.blocks && !*blocks);
            *blocks |= owner.blocks;
        }
        if let Some(uid) = new.and_then(uid) {
            self.gone.remove(&uid);
            self.uids.insert(uid, place.clone());
        }
    }
}
