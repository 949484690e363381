//! The core of the storage: values by key, each with a version. A value is changed only if the caller names
//! its current version.
//!
//! Each key has a slot with a lock of its own, so that requests for different objects do not wait for each
//! other. Easy to break: the lock of the map is never taken while the lock of a slot is held, or two threads
//! could deadlock. A slot that is removed from the map stays empty for threads that still refer to it.
//!
//! The section `loom` of `.ci/run` checks every interleaving.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

#[cfg(all(test, loom))]
use loom::sync::{Mutex, MutexGuard, RwLock, atomic::AtomicU64, atomic::Ordering};
#[cfg(not(all(test, loom)))]
use std::sync::{Mutex, MutexGuard, RwLock, atomic::AtomicU64, atomic::Ordering};

/// The key of an object: its namespace and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

impl Key {
    pub(crate) fn new(namespace: &str, name: &str) -> Self {
        Key { namespace: namespace.to_owned(), name: name.to_owned() }
    }
}

/// A value and its version; `None` once it is removed.
type Slot<V> = Arc<Mutex<Option<(u64, V)>>>;

/// The reason why a value was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unchanged {
    /// There is no object.
    Missing,
    /// The object has another version.
    Stale,
}

/// A change of a value: the old value and the new one.
pub(crate) struct Change<V> {
    pub(crate) old: Option<V>,
    pub(crate) new: Option<V>,
}

/// The source of versions: it gives each change its version. It is called while a slot is locked, so it must
/// not lock another slot.
pub(crate) trait Versions<V>: Send + Sync {
    /// Calls `change` once, with a version above all others. `change` makes the change.
    fn next(&self, key: &Key, change: &mut dyn FnMut(u64) -> Change<V>);
}

/// The source of versions for one storage, which records no changes.
#[derive(Default)]
struct Counter(AtomicU64);

impl<V> Versions<V> for Counter {
    fn next(&self, _: &Key, change: &mut dyn FnMut(u64) -> Change<V>) {
        change(self.0.fetch_add(1, Ordering::Relaxed) + 1);
    }
}

/// The values by key.
pub(crate) struct Slots<V> {
    slots: RwLock<BTreeMap<Key, Slot<V>>>,
    versions: Box<dyn Versions<V>>,
}

impl<V> Default for Slots<V> {
    fn default() -> Self {
        Slots::new(Box::new(Counter::default()))
    }
}

impl<V> Slots<V> {
    /// No values.
    pub(crate) fn new(versions: Box<dyn Versions<V>>) -> Self {
        Slots { slots: RwLock::new(BTreeMap::new()), versions }
    }
}

impl<V: Clone> Slots<V> {
    pub(crate) fn get(&self, key: &Key) -> Option<(u64, V)> {
        lock(&*self.slot(key)?).clone()
    }

    /// Adds a value, which `make` creates for its version. If the key has a value already, returns that value
    /// as an error.
    pub(crate) fn insert(&self, key: Key, make: impl FnOnce(u64) -> V) -> Result<V, V> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        // Removed slots are not in the map.
        if let Some(slot) = slots.get(&key)
            && let Some((_, value)) = &*lock(slot)
        {
            return Err(value.clone());
        }
        let (version, value) = self.made(&key, None, make);
        slots.insert(key, Arc::new(Mutex::new(Some((version, value.clone())))));
        Ok(value)
    }

    /// Adds a value that has a version already.
    pub(crate) fn begin_with(&self, key: Key, version: u64, value: V) {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        slots.insert(key, Arc::new(Mutex::new(Some((version, value)))));
    }

    /// Replaces the value of version `expected`.
    pub(crate) fn replace(
        &self,
        key: &Key,
        expected: u64,
        make: impl FnOnce(u64) -> V,
    ) -> Result<V, Unchanged> {
        let slot = self.slot(key).ok_or(Unchanged::Missing)?;
        let mut slot = lock(&slot);
        let (version, value) = current(&mut slot, expected)?;
        (*version, *value) = self.made(key, Some(value), make);
        Ok(value.clone())
    }

    /// Checks that the value has the version `expected`.
    pub(crate) fn check(&self, key: &Key, expected: u64) -> Result<(), Unchanged> {
        let slot = self.slot(key).ok_or(Unchanged::Missing)?;
        current(&mut lock(&slot), expected).map(|_| ())
    }

    /// Removes the value of version `expected`.
    pub(crate) fn remove(&self, key: &Key, expected: u64) -> Result<(), Unchanged> {
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.get(key).ok_or(Unchanged::Missing)?;
        {
            let mut slot = lock(slot);
            let (_, value) = current(&mut slot, expected)?;
            self.versions.next(key, &mut |_| Change { old: Some(value.clone()), new: None });
            *slot = None;
        }
        slots.remove(key);
        Ok(())
    }

    /// The values of a namespace, in the order of their names.
    pub(crate) fn of_namespace(&self, namespace: &str) -> Vec<V> {
        let first = Key::new(namespace, "");
        let slots: Vec<Slot<V>> = {
            let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
            let all = slots.range(first..).take_while(|(key, _)| key.namespace == namespace);
            all.map(|(_, slot)| Arc::clone(slot)).collect()
        };
        slots.iter().filter_map(|slot| lock(slot).as_ref().map(|(_, value)| value.clone())).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The slot of a key. The lock of the map is released when this returns.
    fn slot(&self, key: &Key) -> Option<Slot<V>> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner).get(key).map(Arc::clone)
    }

    /// Creates a new value with its version.
    fn made(&self, key: &Key, old: Option<&V>, make: impl FnOnce(u64) -> V) -> (u64, V) {
        let (mut make, mut made) = (Some(make), None);
        self.versions.next(key, &mut |version| {
            let new = make.take().map(|make| make(version));
            made = new.clone().map(|new| (version, new));
            Change { old: old.cloned(), new }
        });
        // `next` calls the function once.
        made.expect("versions call what they are given")
    }
}

/// The value of a slot, if it has the expected version.
fn current<V>(slot: &mut Option<(u64, V)>, expected: u64) -> Result<&mut (u64, V), Unchanged> {
    let pair = slot.as_mut().ok_or(Unchanged::Missing)?;
    if pair.0 == expected { Ok(pair) } else { Err(Unchanged::Stale) }
}

/// Locks a mutex. A panic while a slot was locked leaves the old or the new value, so a poisoned lock can be
/// used.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
