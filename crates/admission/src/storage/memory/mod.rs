//! A storage in memory for one resource, which is sufficient for the tests of an operator.
//!
//! The storage has resource versions, generated names, finalizers, graceful deletion and optimistic
//! concurrency, with the error messages of the server. The clock and the source of names are parameters, so
//! tests are repeatable. A [`Journal`] gets each change, for watches. The storage has no garbage collector,
//! and ignores propagation policies unless the caller has one: [`MemoryStorage::collected`].
// apiserver: registry/generic/registry/store.go, registry/rest/{create,delete}.go

mod delete;
mod journal;
mod names;
mod propagation;
mod slots;
mod store;
mod time;
mod version;

pub use journal::{Journal, StoredChange};
pub use names::{Names, SeededNames};
pub use time::{Clock, format as time_of, parse as seconds_of};
pub use version::unreadable_version;

use std::sync::Arc;

use crate::object::Object;
use crate::plugin::Attributes;
use crate::storage::traits::{Propagation, Stored};
use slots::{Key, Slots};
use version::{at_version, version};

/// The grace period of an object, from the requested one.
type Grace = dyn Fn(&Object<'_>, Option<i64>) -> i64 + Send + Sync;

/// The objects of one resource, in memory. Share it between threads by reference.
pub struct MemoryStorage {
    slots: Slots<Stored>,
    clock: Box<dyn Clock>,
    names: Box<dyn Names>,
    /// The grace periods, if the resource has graceful deletion.
    grace: Option<Box<Grace>>,
    /// The default propagation policy for dependents, if there is a garbage collector.
    propagation: Option<Propagation>,
    /// Whether a deleted object stays although it has no finalizers.
    keeps: fn(&Object<'_>) -> bool,
}

impl MemoryStorage {
    /// An empty storage. The clock returns seconds since 1970, such as `|| 0`; names and uids come from
    /// `names`.
    pub fn new(clock: impl Clock + 'static, names: impl Names + 'static) -> Self {
        MemoryStorage {
            slots: Slots::default(),
            clock: Box::new(clock),
            names: Box::new(names),
            grace: None,
            propagation: None,
            keeps: |_| false,
        }
    }

    /// Keeps deleted objects while `keeps` returns true for them, also if they have no finalizers: Namespaces
    /// have some in their specification.
    #[must_use]
    pub fn keeping(self, keeps: fn(&Object<'_>) -> bool) -> Self {
        MemoryStorage { keeps, ..self }
    }

    /// Makes deletion graceful, as for pods: an object is first marked as deleted, and removed when it is
    /// deleted with a grace period of zero. `default` is the grace period in seconds for requests without
    /// one. Without this option, objects are deleted at once, like custom resources.
    #[must_use]
    pub fn graceful(self, default: i64) -> Self {
        self.graceful_by(move |_, requested| requested.unwrap_or(default))
    }

    /// Makes deletion graceful like [`MemoryStorage::graceful`], with the grace period that a function
    /// returns for an object and the requested period.
    #[must_use]
    pub fn graceful_by(
        self,
        grace: impl Fn(&Object<'_>, Option<i64>) -> i64 + Send + Sync + 'static,
    ) -> Self {
        MemoryStorage { grace: Some(Box::new(grace)), ..self }
    }

    /// Makes deletion follow propagation policies: an object that is deleted with `Foreground` or `Orphan`
    /// stays with the finalizer of that name, which a garbage collector beside the storage removes. `default`
    /// is the policy of requests without one: `Orphan` for Jobs, `Background` for nearly all other kinds.
    #[must_use]
    pub fn collected(self, default: Propagation) -> Self {
        MemoryStorage { propagation: Some(default), ..self }
    }

    /// Sets the journal, which gets each change and gives it its version. Storages with one journal share one
    /// sequence of versions.
    ///
    /// The storage must be empty.
    #[must_use]
    pub fn journal(self, journal: impl Journal + 'static) -> Self {
        MemoryStorage { slots: Slots::new(Box::new(journal::Recorded(journal))), ..self }
    }

    /// The object of this name, for tests. `namespace` is empty for cluster-scoped kinds.
    pub fn object(&self, namespace: &str, name: &str) -> Option<Stored> {
        self.slots.get(&Key::new(namespace, name)).map(|(_, stored)| stored)
    }

    /// The objects of a namespace, in the order of their names.
    pub fn objects(&self, namespace: &str) -> Vec<Stored> {
        self.slots.of_namespace(namespace)
    }

    /// Stores an object as it is, with a new resource version: it is neither validated nor admitted. Tests
    /// use this for objects that an older server or schema has left.
    pub fn put(&self, namespace: &str, name: &str, object: &[u8]) {
        let key = Key::new(namespace, name);
        let made = |version| Stored { object: at_version(object, version), creator: None };
        // Another request may change the object first; then there is another version to replace.
        while match self.slots.get(&key) {
            Some((version, _)) => self.slots.replace(&key, version, made).is_err(),
            None => self.slots.insert(key.clone(), made).is_err(),
        } {}
    }

    /// Changes an object as it is stored: the change is neither validated nor admitted. It starts again if
    /// another request changes the object meanwhile. `None` if there is no such object.
    pub fn change<E>(
        &self,
        namespace: &str,
        name: &str,
        change: impl Fn(&[u8]) -> Result<Vec<u8>, E>,
    ) -> Option<Result<Stored, E>> {
        let key = Key::new(namespace, name);
        loop {
            let (version, stored) = self.slots.get(&key)?;
            let text = match change(&stored.object) {
                Ok(text) => text,
                Err(refused) => return Some(Err(refused)),
            };
            let made = |version| Stored { object: at_version(&text, version), creator: None };
            if let Ok(stored) = self.slots.replace(&key, version, made) {
                return Some(Ok(stored));
            }
        }
    }

    /// Adds an object of another storage, at the version that it has there. The journal does not get this
    /// change, and no other object may have this name.
    pub fn begin_with(&self, namespace: &str, name: &str, object: Arc<[u8]>) {
        let version = version(&Object::of(&object));
        self.slots.begin_with(Key::new(namespace, name), version, Stored { object, creator: None });
    }

    /// Removes an object, whatever its finalizers.
    pub fn take(&self, namespace: &str, name: &str) -> Option<Stored> {
        let key = Key::new(namespace, name);
        loop {
            let (version, stored) = self.slots.get(&key)?;
            if self.slots.remove(&key, version).is_ok() {
                return Some(stored);
            }
        }
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl std::fmt::Debug for MemoryStorage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryStorage").field("objects", &self.len()).finish_non_exhaustive()
    }
}

fn key(attributes: &Attributes<'_>) -> Key {
    Key::new(attributes.namespace(), &attributes.name())
}

/// Whether there are finalizers.
fn has_finalizers(object: &Object<'_>) -> bool {
    object.get(&["metadata", "finalizers"]).is_some_and(|list| {
        let content = list.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")).unwrap_or_default();
        content.iter().any(|byte| !byte.is_ascii_whitespace())
    })
}
