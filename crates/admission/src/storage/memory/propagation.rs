//! Computes the finalizers with which a deleted object waits for a garbage collector. In: the object's
//! finalizers, and the options of the request. Out: the object's new finalizers.
// apiserver: registry/generic/registry/store.go deletionFinalizersForGarbageCollection

use std::collections::BTreeSet;

use crate::object::Object;
use crate::plugin::Attributes;
use crate::storage::traits::{DeleteOptions, Propagation};

const FINALIZERS: [&str; 2] = ["metadata", "finalizers"];

/// Adds the finalizer of the propagation policy to an object that is about to be deleted. The policy is that
/// of the request, or else that of the object's finalizer, or else `default`.
pub(crate) fn set(object: &mut Object<'_>, attributes: &Attributes<'_>, default: Propagation) {
    let list = object.get(&FINALIZERS).and_then(|list| serde_json::from_slice::<Vec<String>>(list).ok());
    let old = list.unwrap_or_default();
    let collected = [Propagation::Orphan, Propagation::Foreground];
    let finalizer_of = |policy: &Propagation| policy.finalizer().unwrap_or_default();
    let options = attributes.options().and_then(|text| serde_json::from_slice::<DeleteOptions>(text).ok());
    let wanted = options.as_ref().and_then(DeleteOptions::propagation);
    let stored_policy = || {
        let mut policies = old
            .iter()
            .filter_map(|name| collected.into_iter().find(|policy| finalizer_of(policy) == name.as_str()));
        policies.next()
    };
    let policy = wanted.or_else(stored_policy).unwrap_or(default);
    let others =
        old.iter().filter(|name| collected.iter().all(|policy| finalizer_of(policy) != name.as_str()));
    let new: Vec<&str> = others.map(String::as_str).chain(policy.finalizer()).collect();
    if new.iter().copied().collect::<BTreeSet<_>>() == old.iter().map(String::as_str).collect() {
        return;
    }
    if new.is_empty() {
        object.remove(&FINALIZERS);
    } else {
        object.set(&FINALIZERS, serde_json::json!(new).to_string().as_bytes());
    }
}
