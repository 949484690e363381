//! The index of owner references. In: changes of objects. Out: the dependents of an owner, and where an owner
//! is.
//!
//! Easy to break: an owner is known by its uid, and one that is gone is not one that was never there.
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
    /// Whether it waits for the object if it is deleted in the foreground.
    pub(crate) blocks: bool,
}

impl Owner {
    /// The owner of an owner reference.
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
    /// All objects, by their uids.
    uids: HashMap<String, Place>,
    /// The uids of objects that were there.
    gone: HashSet<String>,
    /// The dependents of an owner, by its uid.
    dependents: HashMap<String, Dependents>,
}

/// The dependents of one owner.
#[derive(Clone, Default)]
struct Dependents {
    /// Whether the owner waits for it, by its place.
    all: BTreeMap<Place, bool>,
    /// How many of them the owner waits for.
    blocking: usize,
}

impl Owners {
    /// The dependents of an object.
    pub(crate) fn dependents(&self, owner: &str) -> Vec<Place> {
        self.dependents.get(owner).into_iter().flat_map(|of| of.all.keys().cloned()).collect()
    }

    /// Whether something names an object as its owner.
    pub(crate) fn has_dependents(&self, owner: &str) -> bool {
        self.dependents.contains_key(owner)
    }

    /// Whether an object has dependents that it waits for if it is deleted in the foreground.
    pub(crate) fn is_blocked(&self, owner: &str) -> bool {
        self.dependents.get(owner).is_some_and(|of| of.blocking > 0)
    }

    /// Whether there is or was an object of a uid.
    pub(crate) fn is_known(&self, uid: &str) -> bool {
        self.gone.contains(uid) || self.uids.contains_key(uid)
    }

    /// The place of the object with a uid.
    pub(crate) fn place(&self, uid: &str) -> Option<Place> {
        self.uids.get(uid).cloned()
    }

    /// Takes a change into what is found by uids.
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
