//! The history of all objects: a counter of versions, the current objects, and a log of changes. In: changes
//! from the storages of resources. Out: the objects at a version, and the changes after a version.
//!
//! The section `loom` of `.ci/run` checks every interleaving of writers and a watch.
//!
//! Easy to break: one lock covers taking a version, making the change and appending it to the log. So no
//! change is lost between a list and the watch that follows it.
// apiserver: pkg/storage/cacher

use std::collections::{BTreeMap, VecDeque};
use std::ops::{Bound, RangeBounds};
use std::sync::{Arc, OnceLock, PoisonError};

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
    /// The text of `deleted`. All copies of the event share it.
    sent: Option<Arc<OnceLock<Text>>>,
}

impl Event {
    /// The old object of a deletion with the version of the deletion, which watches send. The first watch
    /// makes it.
    pub(crate) fn deleted(&self) -> Option<Text> {
        let (sent, old) = (self.sent.as_ref()?, self.old.as_ref()?);
        Some(sent.get_or_init(|| at_version(old, self.version)).clone())
    }
}

/// The objects of a resource at a version, by namespace and name.
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) objects: Vec<(Key, Text)>,
    /// The number of objects after this page. If they are not counted, 1 stands for any number of them.
    pub(crate) others: usize,
}

/// The reason why the objects or the changes at a version are not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// The version is too old: only changes after this version are kept.
    Compacted(u64),
    /// The version does not exist yet: this is the newest one.
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
    /// The log has only changes after this version.
    compacted: u64,
    objects: BTreeMap<ResourceId, BTreeMap<Key, Text>>,
    log: VecDeque<Event>,
    /// The index of the objects' owners.
    owners: Owners,
    /// The most changes in the log.
    most: usize,
}

impl History {
    /// An empty history. Versions begin after `version`.
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

    /// A copy of the objects and changes, for another server.
    pub(crate) fn copy(&self) -> History {
        let state = self.lock().clone();
        let newest = watch::Sender::new(state.version);
        History { state: Mutex::new(state), newest }
    }

    /// The newest version.
    pub(crate) fn version(&self) -> u64 {
        self.lock().version
    }

    /// A channel that receives each new version.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    /// Keeps at most `most` changes from now on.
    pub(crate) fn keep(&self, most: usize) {
        let mut state = self.lock();
        state.most = most;
        state.shrink();
    }

    /// Forgets all changes so far, as a real server does after a few minutes.
    pub(crate) fn compact(&self) {
        let mut state = self.lock();
        state.log.clear();
        state.compacted = state.version;
    }

    /// The current text of an object.
    pub(crate) fn get(&self, resource: &str, namespace: &str, name: &str) -> Option<Text> {
        let state = self.lock();
        state.objects.get(resource)?.get(&(namespace.into(), name.into())).cloned()
    }

    /// The objects of a resource, in one namespace or in all, now or at a version.
    pub(crate) fn snapshot(
        &self,
        resource: &str,
        namespace: Option<&str>,
        at: Option<u64>,
    ) -> Result<Snapshot, Unknown> {
        self.page(resource, namespace, at, None, usize::MAX, true)
    }

    /// A page of a list: at most `most` objects, which come after the namespace and name in `after`. `counts`
    /// is whether the objects after the page are counted, which takes as long as reading them.
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
        // The old objects that changes after `version` replaced. The first of several changes has the object
        // at that version.
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

    /// The first `most` changes of a resource after a version. Also returns a version: up to it, no changes
    /// of the resource are missing.
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

    /// Whether a cluster-scoped object is being deleted.
    pub(crate) fn is_terminating(&self, resource: &str, name: &str) -> bool {
        let found = self.get(resource, "", name);
        found.is_some_and(|text| Object::of(&text).string(&["metadata", "deletionTimestamp"]).is_some())
    }

    /// The current text of the object at a place: a resource and a key.
    pub(crate) fn of(&self, (resource, key): &(ResourceId, Key)) -> Option<Text> {
        self.lock().objects.get(resource)?.get(key).cloned()
    }

    /// Calls `ask` with the index of owners, under the lock.
    pub(crate) fn owners<T>(&self, ask: impl FnOnce(&Owners) -> T) -> T {
        ask(&self.lock().owners)
    }

    /// Whether there are objects of a resource.
    pub(crate) fn has_objects(&self, resource: &str) -> bool {
        self.lock().objects.get(resource).is_some_and(|objects| !objects.is_empty())
    }

    /// The places of the current objects of a resource.
    pub(crate) fn find_of(&self, resource: &str) -> Vec<(ResourceId, Key)> {
        let state = self.lock();
        let Some((resource, objects)) = state.objects.get_key_value(resource) else { return Vec::new() };
        objects.keys().map(|key| (resource.clone(), key.clone())).collect()
    }

    /// The places of the current objects in a namespace.
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

    /// Takes the lock. A poisoned lock is ignored, since a panic under it leaves no half-made change.
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

/// The text of an object with another version.
pub(crate) fn at_version(text: &[u8], version: u64) -> Text {
    let mut object = Object::of(text);
    object.set_string(&["metadata", "resourceVersion"], &version.to_string());
    object.bytes().into()
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
        let sent = (old.is_some() && new.is_none()).then(Arc::default);
        state.log.push_back(Event { version, resource: self.resource.clone(), key, old, new, sent });
        state.shrink();
        self.history.newest.send_replace(version);
    }
}

#[cfg(test)]
mod tests;
