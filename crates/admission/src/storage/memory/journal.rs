//! The journal of a storage. In: the changes of a storage. Out: a resource version for each change, and a
//! record of the changes.
//!
//! Easy to break: a journal is called while an object is locked, so it must not call its storage.

use std::sync::Arc;

use super::slots::{Change, Key, Versions};
use crate::storage::traits::Stored;

/// A change of an object.
#[derive(Clone, Debug)]
pub struct StoredChange {
    /// The object before; `None` if it is created.
    pub old: Option<Arc<[u8]>>,
    /// The object after the change, with the version; `None` if it is deleted.
    pub new: Option<Arc<[u8]>>,
}

/// Gives each change of one or several storages its version, and may record the changes.
pub trait Journal: Send + Sync {
    /// Calls `change` exactly once, with a version above all others. `change` makes the change and returns
    /// it. If the journal calls it under a lock, no other change is made meanwhile.
    ///
    /// This function is called while the object is locked: it must not call the storage.
    /// The namespace is empty for a cluster-scoped kind.
    fn record(&self, namespace: &str, name: &str, change: &mut dyn FnMut(u64) -> StoredChange);
}

/// Adapts a journal to the interface that the slots of the storage call.
pub(crate) struct Recorded<J>(pub(crate) J);

impl<J: Journal> Versions<Stored> for Recorded<J> {
    fn next(&self, key: &Key, change: &mut dyn FnMut(u64) -> Change<Stored>) {
        self.0.record(&key.namespace, &key.name, &mut |version| {
            let Change { old, new } = change(version);
            let object = |stored: Option<Stored>| stored.map(|stored| stored.object);
            StoredChange { old: object(old), new: object(new) }
        });
    }
}
