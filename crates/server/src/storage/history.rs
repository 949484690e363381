//! The history of all objects: a counter of versions, the current objects, and a log of changes. In: changes
//! of storages. Out: states at a version, and the changes after it.
//!
//! The section `loom` of `.ci/run` checks every interleaving of writers and a watch.
//!
//! Easy to break: a version, the change and its place in the log are one step under one lock. A list and the
//! watch that follows it then have nothing between them.
// apiserver: pkg/storage/cacher

use std::collections::{BTreeMap, VecDeque};
use std::ops::{Bound, RangeBounds};
use std::sync::{Arc, PoisonError};

#[cfg(all(test, loom))]
use loom::sync::{Mutex, MutexGuard};
#[cfg(not(all(test, loom)))]
use std::sync::{Mutex, MutexGuard};

use crdc_admission::{Journal, Object, StoredChange};
use tokio::sync::watch;

use crate::storage::key::{Key, ResourceId};
use crate::storage::owner_references::Owners;

/// The text of an object.
pub(crate) type Text = Arc<[u8]>;

/// One change of one object.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) version: u64,
    pub(crate) resource: ResourceId,
    pub(crate) key: Key,
    pub(crate) old: Option<Text>,
    pub(crate) new: Option<Text>,
}

/// The objects of a resource at a version, by namespace and name.
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) objects: Vec<(Key, Text)>,
    /// The number of others.
    pub(crate) others: usize,
}

/// The reason why a state or changes are not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// The changes after that version are not kept any more; they are from this version on.
    Compacted(u64),
    /// There was no such version yet; this is the newest.
    Future(u64),
}

/// All changes of a server.
pub(crate) struct History {
    state: Mutex<State>,
    newest: watch::Sender<u64>,
}

#[derive(Clone)]
struct State {
    version: u64,
    /// Changes up to this version are not in the log.
    compacted: u64,
    objects: BTreeMap<ResourceId, BTreeMap<Key, Text>>,
    log: VecDeque<Event>,
    /// The owners of objects.
    owners: Owners,
    /// The number of changes that are kept.
    most: usize,
}

impl History {
    /// No changes. Versions begin after `version`.
    pub(crate) fn new(version: u64) -> Self {
        let state = State {
            version,
            compacted: version,
            objects: BTreeMap::new(),
            log: VecDeque::new(),
            owners: Owners::default(),
            most: usize::MAX,
        };
        History { state: Mutex::new(state), newest: watch::Sender::new(version) }
    }

    /// The objects and changes, for another server.
    pub(crate) fn copy(&self) -> History {
        let state = self.lock().clone();
        let newest = watch::Sender::new(state.version);
        History { state: Mutex::new(state), newest }
    }

    /// The newest version.
    pub(crate) fn version(&self) -> u64 {
        self.lock().version
    }

    /// Tells of newer versions.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// Keeps at most so many changes.
    pub(crate) fn keep(&self, most: usize) {
        let mut state = self.lock();
        state.most = most;
        state.shrink();
    }

    /// Forgets all changes so far, as a server does after minutes.
    pub(crate) fn compact(&self) {
        let mut state = self.lock();
        state.log.clear();
        state.compacted = state.version;
    }

    /// An object as it is now.
    pub(crate) fn get(&self, resource: &str, namespace: &str, name: &str) -> Option<Text> {
        let state = self.lock();
        state.objects.get(resource)?.get(&(namespace.into(), name.into())).cloned()
    }

    /// The objects of a resource, of a namespace or all, now or at a version.
    pub(crate) fn snapshot(
        &self,
        resource: &str,
        namespace: Option<&str>,
        at: Option<u64>,
    ) -> Result<Snapshot, Unknown> {
        self.page(resource, namespace, at, None, usize::MAX, true)
    }

    /// A page of a list: at most `most` objects, and only those after a namespace and a name. Unless the
    /// others are counted, which takes as long as reading them, there is one of them at most.
    pub(crate) fn page(
        &self,
        resource: &str,
        namespace: Option<&str>,
        at: Option<u64>,
        after: Option<(&str, &str)>,
        most: usize,
        counts: bool,
    ) -> Result<Snapshot, Unknown> {
        let state = self.lock();
        let version = at.unwrap_or(state.version);
        state.check(version)?;
        let key = |(namespace, name): (&str, &str)| -> Key { (namespace.into(), name.into()) };
        let first = key((namespace.unwrap_or_default(), ""));
        let start = match after.map(key) {
            Some(after) if after >= first => Bound::Excluded(after),
            _ => Bound::Included(first),
        };
        let range = (start, Bound::Unbounded);
        let is_in = |key: &Key| namespace.is_none_or(|namespace| *key.0 == *namespace);
        // Objects that later changes replaced: the first change has the old object.
        let mut before: BTreeMap<&Key, Option<&Text>> = BTreeMap::new();
        for event in state.log.iter().rev().take_while(|event| event.version > version) {
            if *event.resource == *resource && range.contains(&event.key) && is_in(&event.key) {
                before.insert(&event.key, event.old.as_ref());
            }
        }
        let of_resource = state.objects.get(resource).map(|objects| objects.range(range));
        let mut now = of_resource.into_iter().flatten().take_while(|(key, _)| is_in(key)).peekable();
        let mut before = before.into_iter().peekable();
        let mut all = std::iter::from_fn(|| {
            loop {
                let is_now = match (now.peek(), before.peek()) {
                    (None, None) => return None,
                    (Some((now, _)), Some((before, _))) => now < before,
                    (now, _) => now.is_some(),
                };
                if is_now {
                    return now.next();
                }
                let (key, text) = before.next()?;
                now.next_if(|(now, _)| *now == key);
                if let Some(text) = text {
                    return Some((key, text));
                }
            }
        });
        let owned = |(key, text): (&Key, &Text)| (key.clone(), text.clone());
        let objects = all.by_ref().take(most).map(owned).collect();
        let others = if counts { all.count() } else { usize::from(all.next().is_some()) };
        Ok(Snapshot { version, objects, others })
    }

    /// The changes of a resource after a version, at most `most` of them, and the version up to which these
    /// are all.
    pub(crate) fn since(
        &self,
        resource: &str,
        version: u64,
        most: usize,
    ) -> Result<(Vec<Event>, u64), Unknown> {
        let state = self.lock();
        if version < state.compacted {
            return Err(Unknown::Compacted(state.compacted));
        }
        let first = state.log.partition_point(|event| event.version <= version);
        let of_resource = state.log.range(first..).filter(|event| *event.resource == *resource);
        let events: Vec<Event> = of_resource.take(most).cloned().collect();
        let is_full = events.len() == most;
        let last = events.last().filter(|_| is_full).map_or(state.version, |event| event.version);
        Ok((events, last.max(version)))
    }

    /// All objects, by resource, namespace and name.
    pub(crate) fn all(&self) -> Vec<(ResourceId, Text)> {
        let state = self.lock();
        let all = state.objects.iter().flat_map(|(resource, objects)| {
            objects.values().map(move |text| (resource.clone(), text.clone()))
        });
        all.collect()
    }

    /// Whether an object of no namespace is being deleted.
    pub(crate) fn is_terminating(&self, resource: &str, name: &str) -> bool {
        let found = self.get(resource, "", name);
        found.is_some_and(|text| Object::of(&text).string(&["metadata", "deletionTimestamp"]).is_some())
    }

    /// An object of a place as it is now.
    pub(crate) fn of(&self, (resource, key): &(ResourceId, Key)) -> Option<Text> {
        self.lock().objects.get(resource)?.get(key).cloned()
    }

    /// Asks the index of owners.
    pub(crate) fn owners<T>(&self, ask: impl FnOnce(&Owners) -> T) -> T {
        ask(&self.lock().owners)
    }

    /// Whether there are objects of a resource.
    pub(crate) fn has_objects(&self, resource: &str) -> bool {
        self.lock().objects.get(resource).is_some_and(|objects| !objects.is_empty())
    }

    /// The current objects of a resource.
    pub(crate) fn find_of(&self, resource: &str) -> Vec<(ResourceId, Key)> {
        let state = self.lock();
        let Some((resource, objects)) = state.objects.get_key_value(resource) else { return Vec::new() };
        objects.keys().map(|key| (resource.clone(), key.clone())).collect()
    }

    /// The current objects in a namespace.
    pub(crate) fn find_in(&self, namespace: &str) -> Vec<(ResourceId, Key)> {
        let state = self.lock();
        let all = state.objects.iter().flat_map(|(resource, objects)| {
            let first = (namespace.into(), "".into());
            let of_it = objects.range(first..).map(|(key, _)| key).take_while(|key| *key.0 == *namespace);
            of_it.map(|key| (resource.clone(), key.clone()))
        });
        all.collect()
    }

    /// The number of objects.
    pub(crate) fn len(&self) -> usize {
        self.lock().objects.values().map(BTreeMap::len).sum()
    }

    /// A panic while the lock was held leaves whole changes.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check(&self, version: u64) -> Result<(), Unknown> {
        if version > self.version {
            return Err(Unknown::Future(self.version));
        }
        if version < self.compacted { Err(Unknown::Compacted(self.compacted)) } else { Ok(()) }
    }

    fn shrink(&mut self) {
        while self.log.len() > self.most
            && let Some(event) = self.log.pop_front()
        {
            self.compacted = event.version;
        }
    }
}

/// The journal of the storage of one resource.
pub(crate) struct Recorder {
    pub(crate) history: Arc<History>,
    pub(crate) resource: ResourceId,
}

impl Journal for Recorder {
    fn record(&self, namespace: &str, name: &str, change: &mut dyn FnMut(u64) -> StoredChange) {
        let mut state = self.history.lock();
        let version = state.version + 1;
        state.version = version;
        let StoredChange { old, new } = change(version);
        let key: Key = (namespace.into(), name.into());
        let state = &mut *state;
        state.owners.change(&(self.resource.clone(), key.clone()), old.as_deref(), new.as_deref());
        let objects = state.objects.entry(self.resource.clone()).or_default();
        match &new {
            Some(new) => objects.insert(key.clone(), new.clone()),
            None => objects.remove(&key),
        };
        state.log.push_back(Event { version, resource: self.resource.clone(), key, old, new });
        state.shrink();
        self.history.newest.send_replace(version);
    }
}

#[cfg(test)]
mod tests;
