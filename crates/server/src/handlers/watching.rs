//! Runs a watch: sends the current state, then changes, until the client or the timeout ends it. In: the
//! history, and the options of the watch. Out: a stream of JSON texts.
//!
//! Easy to break: selectors match the object before and after a change. An object that is selected only after
//! the change is sent as added, and an object that was selected only before it as deleted.
// apiserver: pkg/storage/cacher/cache_watcher.go, pkg/endpoints/handlers/watch.go

use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use crdc::Status;
use crdc_admission::{FieldSelector, LabelSelector, Object, Refusal};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::apimachinery::clock::ServerClock;
use crate::kinds::{Kind, selectable};
use crate::response::representation::Representation;
use crate::storage::history::{Event, History, Text, Unknown};
use crate::storage::key::Key;

/// The number of changes that are read at once.
const BATCH: usize = 256;
/// The number of texts that wait for a slow client.
const WAITING: usize = 64;
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
    /// The watch starts with the current state, and with a bookmark at its end if the client asks for that.
    State { says_its_end: bool },
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
    pub(crate) fn start(self) -> mpsc::Receiver<Bytes> {
        let (sender, receiver) = mpsc::channel(WAITING);
        tokio::spawn(self.run(sender));
        receiver
    }

    /// Sends changes until the timeout, until the kind is no longer served, or until the client disconnects.
    /// A client that does not read does not delay that end.
    async fn run(self, sender: mpsc::Sender<Bytes>) {
        let (mut ended, told) = (self.kind.ended.subscribe(), AtomicU64::new(0));
        tokio::select! {
            () = self.tell_all(&sender, &told) => {}
            _ = ended.wait_for(|ended| *ended) => {}
            () = sender.closed() => {}
            () = sleep_until(Instant::now() + self.timeout) => {
                // A server sends the last bookmark two seconds before the end, so a short watch has none.
                if self.bookmarks && self.timeout > LAST_BOOKMARK {
                    let object = self.bookmark(told.load(Ordering::Relaxed)).to_string();
                    // A client that does not read misses the bookmark.
                    let _ = sender.try_send(line("BOOKMARK", object.as_bytes()));
                }
            }
        }
    }

    /// Sends the state, then changes. `told` is the version up to which all changes were sent.
    async fn tell_all(&self, sender: &mpsc::Sender<Bytes>, told: &AtomicU64) {
        let (mut newest, mut is_first) = (self.history.subscribe(), true);
        let mut bookmark = Instant::now() + BOOKMARKS;
        let mut version = match self.begin {
            Begin::After(version) => version,
            Begin::State { says_its_end } => {
                let namespace = self.selection.namespace.as_deref();
                let Ok(state) = self.history.snapshot(&self.kind.resource, namespace, None) else { return };
                for (key, text) in &state.objects {
                    let is_heard = match self.read(key, text).await {
                        Ok(None) => true,
                        Ok(Some(text)) => self.send(sender, "ADDED", text, None, &mut is_first).await,
                        Err(why) => self.fail(sender, &why).await,
                    };
                    if !is_heard {
                        return;
                    }
                }
                if says_its_end {
                    let mut object = self.bookmark(state.version);
                    object["metadata"]["annotations"] = json!({"k8s.io/initial-events-end": "true"});
                    if sender.send(line("BOOKMARK", &object.to_string().into_bytes())).await.is_err() {
                        return;
                    }
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
                        if !self.tell(sender, event, &mut is_first).await {
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
                    let _ = sender.send(too_old(version, oldest)).await;
                    return;
                }
                Err(Unknown::Future(_)) => {}
            }
            tokio::select! {
                changed = newest.changed() => if changed.is_err() { return },
                () = sleep_until(bookmark), if self.bookmarks => {
                    bookmark = Instant::now() + BOOKMARKS;
                    let object = self.bookmark(version).to_string();
                    if sender.send(line("BOOKMARK", object.as_bytes())).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Sends a change. Returns `false` if the client has disconnected.
    async fn tell(&self, sender: &mpsc::Sender<Bytes>, event: &Event, is_first: &mut bool) -> bool {
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
            (None, Some(new)) => self.send(sender, "ADDED", new, None, is_first).await,
            (Some(_), Some(new)) => self.send(sender, "MODIFIED", new, None, is_first).await,
            // A deletion sends the old object with the version of the change.
            (Some(old), None) => self.send(sender, "DELETED", old, Some(event.version), is_first).await,
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
    async fn fail(&self, sender: &mpsc::Sender<Bytes>, why: &Refusal) -> bool {
        let _ = sender.send(line("ERROR", why.status().to_json().as_bytes())).await;
        false
    }

    async fn send(
        &self,
        sender: &mpsc::Sender<Bytes>,
        what: &str,
        mut text: Text,
        version: Option<u64>,
        is_first: &mut bool,
    ) -> bool {
        if let Some(version) = version {
            let mut object = Object::of(&text);
            object.set_string(&["metadata", "resourceVersion"], &version.to_string());
            text = object.bytes().into();
        }
        let object = self.representation.object(&self.kind, &text, &self.clock, std::mem::take(is_first));
        sender.send(line(what, &object)).await.is_ok()
    }

    fn bookmark(&self, version: u64) -> Value {
        let mut metadata = json!({"resourceVersion": version.to_string()});
        if self.kind.native {
            // Go's struct has no other field with a zero value here.
            metadata["creationTimestamp"] = Value::Null;
        }
        json!({"kind": self.kind.names.kind, "apiVersion": self.kind.api_version(), "metadata": metadata})
    }
}

/// One line of the stream: an event as JSON.
fn line(what: &str, object: &[u8]) -> Bytes {
    let mut out = format!(r#"{{"type":"{what}","object":"#).into_bytes();
    out.extend_from_slice(object);
    out.extend_from_slice(b"}\n");
    out.into()
}

/// The line for a client that asks for changes which are no longer stored.
pub(crate) fn too_old(version: u64, oldest: u64) -> Bytes {
    let status = Status::new(410, "Expired", format!("too old resource version: {version} ({oldest})"));
    line("ERROR", status.to_json().as_bytes())
}
