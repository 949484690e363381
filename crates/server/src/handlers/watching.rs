//! Runs a watch: sends the current state, then changes, until the client or the timeout ends it. In: the
//! history, and the options of the watch. Out: a stream of JSON texts, in which all watches share the text of
//! an object.
//!
//! Easy to break: selectors match the object before and after a change. An object that is selected only after
//! the change is sent as added, and an object that was selected only before it as deleted.
// apiserver: pkg/storage/cacher/cache_watcher.go, pkg/endpoints/handlers/watch.go

use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use crdc::{Cause, Details, Status};
use crdc_admission::{FieldSelector, LabelSelector, Object, Refusal};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::apimachinery::clock::ServerClock;
use crate::kinds::{Kind, selectable};
use crate::response::reply::Parts;
use crate::response::representation::Representation;
use crate::storage::history::{Event, History, Text, Unknown, at_version};
use crate::storage::key::Key;

/// The number of changes that are read at once.
const BATCH: usize = 256;
/// The number of texts that wait for a slow client.
const WAITING: usize = 64;
/// The time after which a watch ends whose client does not read.
const UNREAD: Duration = Duration::from_secs(60);
/// The time that a watch waits for a version of the future before it sends the state.
// apiserver: pkg/storage/cacher/watch_cache.go blockTimeout
const FUTURE: Duration = Duration::from_secs(3);
/// The time between two bookmarks, which contain the newest version for the client.
const BOOKMARKS: Duration = Duration::from_secs(60);
/// The time between the last bookmark of a watch and its end.
const LAST_BOOKMARK: Duration = Duration::from_secs(2);

/// The objects that a list or a watch selects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    pub(crate) namespace: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) labels: LabelSelector,
    pub(crate) fields: FieldSelector,
    /// Whether the objects belong to one of Kubernetes' own kinds.
    pub(crate) native: bool,
}

impl Selection {
    /// Whether the selection contains an object.
    pub(crate) fn selects(&self, key: &Key, text: &[u8]) -> bool {
        if self.namespace.as_ref().is_some_and(|namespace| **namespace != *key.0)
            || self.name.as_ref().is_some_and(|name| **name != *key.1)
        {
            return false;
        }
        let object = Object::of(text);
        self.labels.selects_object(&object) && {
            let value = LazyCell::new(|| serde_json::from_slice::<Value>(text).unwrap_or_default());
            self.fields.selects(|field| match field {
                "metadata.name" => key.1.to_string(),
                "metadata.namespace" => key.0.to_string(),
                _ if self.native => selectable::native_value(&value, field),
                _ => selectable::value(&value, field),
            })
        }
    }

    /// Whether the selection has label or field selectors, and not only a namespace.
    pub(crate) fn has_selectors(&self) -> bool {
        !self.labels.is_empty() || !self.fields.is_empty()
    }
}

/// The start of a watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// The watch starts with the current state, once the server has the version `at_least`. A bookmark
    /// follows if the client asks for that.
    State { at_least: u64, says_its_end: bool },
    /// The watch starts with the changes after this version.
    After(u64),
}

/// A watch of one client.
pub(crate) struct Watch {
    pub(crate) history: Arc<History>,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) kind: Arc<Kind>,
    pub(crate) selection: Selection,
    pub(crate) representation: Representation,
    pub(crate) begin: Begin,
    pub(crate) bookmarks: bool,
    pub(crate) timeout: Duration,
}

impl Watch {
    /// Starts the watch. It ends when the receiver is dropped.
    pub(crate) fn start(self) -> mpsc::Receiver<Parts> {
        let (sender, receiver) = mpsc::channel(WAITING);
        tokio::spawn(self.run(sender));
        receiver
    }

    /// Sends changes until the timeout, until the kind is no longer served, or until the client disconnects.
    /// A client that does not read does not delay that end.
    async fn run(self, sender: mpsc::Sender<Parts>) {
        let (mut ended, told) = (self.kind.ended.subscribe(), AtomicU64::new(0));
        tokio::select! {
            () = self.tell_all(&sender, &told) => {}
            _ = ended.wait_for(|ended| *ended) => {}
            () = sender.closed() => {}
            () = sleep_until(Instant::now() + self.timeout) => {
                // A server sends the last bookmark two seconds before the end, so a short watch has none.
                if self.bookmarks && self.timeout > LAST_BOOKMARK {
                    let bookmark = self.bookmark(told.load(Ordering::Relaxed), false);
                    // A client that does not read misses the bookmark.
                    let _ = sender.try_send(bookmark);
                }
            }
        }
    }

    /// Sends the state, then changes. `told` is the version up to which all changes were sent.
    async fn tell_all(&self, sender: &mpsc::Sender<Parts>, told: &AtomicU64) {
        let (mut newest, mut is_first) = (self.history.subscribe(), true);
        let mut bookmark = Instant::now() + BOOKMARKS;
        let mut version = match self.begin {
            Begin::After(version) => version,
            Begin::State { at_least, says_its_end } => {
                let is_there = newest.wait_for(|newest| *newest >= at_least);
                if timeout(FUTURE, is_there).await.is_err() {
                    self.fail(sender, &too_large(at_least, self.history.version())).await;
                    return;
                }
                let namespace = self.selection.namespace.as_deref();
                let Ok(state) = self.history.snapshot(&self.kind.resource, namespace, None) else { return };
                for (key, text) in &state.objects {
                    let is_heard = match self.read(key, text).await {
                        Ok(None) => true,
                        Ok(Some(text)) => self.send(sender, ADDED, text, &mut is_first).await,
                        Err(why) => self.fail(sender, &why).await,
                    };
                    if !is_heard {
                        return;
                    }
                }
                if says_its_end && !tell(sender, self.bookmark(state.version, true)).await {
                    return;
                }
                state.version
            }
        };
        loop {
            // This comes before `since`: a change between the two wakes the wait below.
            newest.mark_unchanged();
            match self.history.since(&self.kind.resource, version, BATCH) {
                Ok((events, last)) => {
                    for event in &events {
                        if !self.change(sender, event, &mut is_first).await {
                            return;
                        }
                    }
                    version = last.max(version);
                    told.store(version, Ordering::Relaxed);
                    if events.len() == BATCH {
                        continue;
                    }
                }
                Err(Unknown::Compacted(oldest)) => {
                    tell(sender, too_old(version, oldest)).await;
                    return;
                }
                Err(Unknown::Future(_)) => {}
            }
            tokio::select! {
                changed = newest.changed() => if changed.is_err() { return },
                () = sleep_until(bookmark), if self.bookmarks => {
                    bookmark = Instant::now() + BOOKMARKS;
                    if !tell(sender, self.bookmark(version, false)).await {
                        return;
                    }
                }
            }
        }
    }

    /// Sends a change. Returns `false` if the watch ends.
    async fn change(&self, sender: &mpsc::Sender<Parts>, event: &Event, is_first: &mut bool) -> bool {
        let mut states = [None, None];
        for (state, text) in states.iter_mut().zip([&event.old, &event.new]) {
            let Some(text) = text else { continue };
            match self.read(&event.key, text).await {
                Ok(read) => *state = read,
                Err(why) => return self.fail(sender, &why).await,
            }
        }
        let [old, new] = states;
        match (old, new) {
            (None, None) => true,
            (None, Some(new)) => self.send(sender, ADDED, new, is_first).await,
            (Some(_), Some(new)) => self.send(sender, MODIFIED, new, is_first).await,
            // A deletion sends the old object with the version of the change.
            (Some(old), None) => {
                // An object that was converted has a text of its own.
                let is_stored = event.old.as_ref().is_some_and(|stored| Arc::ptr_eq(stored, &old));
                let deleted = is_stored.then(|| event.deleted()).flatten();
                let deleted = deleted.unwrap_or_else(|| at_version(&old, event.version));
                self.send(sender, DELETED, deleted, is_first).await
            }
        }
    }

    /// The object in the version of the watch, if it is selected.
    async fn read(&self, key: &Key, text: &Text) -> Result<Option<Text>, Refusal> {
        let text = if self.kind.conversion.may_wait() {
            let (kind, text) = (self.kind.clone(), text.clone());
            tokio::task::spawn_blocking(move || kind.read(text)).await.map_err(Refusal::internal)??
        } else {
            self.kind.read(text.clone())?
        };
        Ok(self.selection.selects(key, &text).then_some(text))
    }

    /// Sends the reason why the watch ends, and returns `false`.
    async fn fail(&self, sender: &mpsc::Sender<Parts>, why: &Refusal) -> bool {
        tell(sender, line(ERROR, why.status().to_json())).await;
        false
    }

    async fn send(
        &self,
        sender: &mpsc::Sender<Parts>,
        what: &'static str,
        text: Text,
        is_first: &mut bool,
    ) -> bool {
        let object = match self.representation {
            Representation::Object => Bytes::from_owner(text),
            other => other.object(&self.kind, &text, &self.clock, std::mem::take(is_first)).into(),
        };
        tell(sender, line(what, object)).await
    }

    /// The line of a bookmark. `ends_state` is whether it comes after the state with which a watch begins.
    fn bookmark(&self, version: u64, ends_state: bool) -> Parts {
        let mut object = json!({"kind": self.kind.names.kind, "apiVersion": self.kind.api_version(),
            "metadata": {"resourceVersion": version.to_string()}});
        if ends_state {
            object["metadata"]["annotations"] = json!({"k8s.io/initial-events-end": "true"});
        }
        let text = self.kind.encoded(&object).unwrap_or_else(|| object.to_string());
        line(BOOKMARK, text)
    }
}

/// Sends a line. Returns `false` if the client has disconnected, or does not read.
// apiserver: pkg/storage/cacher/cache_watcher.go add (forceCloseWatcher)
async fn tell(sender: &mpsc::Sender<Parts>, line: Parts) -> bool {
    timeout(UNREAD, sender.send(line)).await.is_ok_and(|sent| sent.is_ok())
}

/// The beginnings of lines.
const ADDED: &str = r#"{"type":"ADDED","object":"#;
const MODIFIED: &str = r#"{"type":"MODIFIED","object":"#;
const DELETED: &str = r#"{"type":"DELETED","object":"#;
const BOOKMARK: &str = r#"{"type":"BOOKMARK","object":"#;
const ERROR: &str = r#"{"type":"ERROR","object":"#;

/// A line of the stream: an event as JSON. The object is not copied.
fn line(what: &'static str, object: impl Into<Bytes>) -> Parts {
    [Bytes::from_static(what.as_bytes()), object.into(), Bytes::from_static(b"}\n")]
}

/// The line for a client that asks for changes which are no longer stored.
pub(crate) fn too_old(version: u64, oldest: u64) -> Parts {
    let status = Status::new(410, "Expired", format!("too old resource version: {version} ({oldest})"));
    line(ERROR, status.to_json())
}

/// The refusal of a version that does not exist yet.
// apiserver: pkg/storage/errors.go NewTooLargeResourceVersionError
pub(crate) fn too_large(wanted: u64, newest: u64) -> Refusal {
    let mut details = Details::new("", "", "");
    details.causes.push(Cause::new("ResourceVersionTooLarge", "Too large resource version", ""));
    details.retry_after_seconds = 1;
    let message = format!("Timeout: Too large resource version: {wanted}, current: {newest}");
    Status::new(504, "Timeout", message).about(details).into()
}
