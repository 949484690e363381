//! Reads files again when they change. In: a snapshot of files and folders. Out: calls of a function.
//! Easy to break: a watch on a file of a volume sees nothing, because kubelet moves a link instead
//! (`snapshot.rs`). Folders are watched, and paths are compared every few seconds as well.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::Metrics;
use crate::snapshot::Snapshot;

/// A set of files to read again, and the function that does it.
pub(super) struct Reload {
    /// The name in metrics and logs: `crds`.
    pub(super) what: &'static str,
    /// The state of the files when they were last read.
    pub(super) seen: Snapshot,
    /// Reads the files again; the former state stays if that fails.
    pub(super) read: Read,
}

pub(super) type Read = Box<dyn Fn() -> Result<(), String> + Send + Sync>;

/// The time to wait after an event, since events arrive in groups.
const SETTLES: Duration = Duration::from_millis(50);

/// Reads files again whenever they change, forever. If the system offers no watch, the files are compared
/// every `poll`.
pub(super) async fn watch(reload: Reload, poll: Duration, metrics: Metrics) {
    let Reload { what, mut seen, read } = reload;
    let read = Arc::new(read);
    let mut events = Events::of(seen.paths());
    loop {
        let now = seen.again();
        if now != seen {
            seen = now;
            let read = Arc::clone(&read);
            let done = tokio::task::spawn_blocking(move || read()).await;
            let done = done.unwrap_or_else(|error| Err(error.to_string()));
            metrics.reloaded(what, done.is_ok());
            match done {
                Ok(()) => tracing::info!(what, "reloaded"),
                Err(error) => tracing::error!(what, error, "not reloaded, the former state stays"),
            }
            // There may be new folders, and earlier changes in them have no event.
            events = Events::of(seen.paths());
            continue;
        }
        tokio::select! {
            () = events.next() => sleep(SETTLES).await,
            () = sleep(poll) => {}
        }
    }
}

/// The events of the system about changes in folders.
#[cfg(target_os = "linux")]
struct Events(Option<inotify::EventStream<[u8; 1024]>>);

#[cfg(target_os = "linux")]
impl Events {
    fn of(paths: &[PathBuf]) -> Events {
        use inotify::{Inotify, WatchMask};

        let open = || {
            let inotify = Inotify::init().ok()?;
            let mask = WatchMask::CLOSE_WRITE
                | WatchMask::CREATE
                | WatchMask::DELETE
                | WatchMask::MOVE
                | WatchMask::ONLYDIR;
            for folder in folders(paths) {
                // Paths that cannot be watched are compared.
                let _ = inotify.watches().add(folder, mask);
            }
            inotify.into_event_stream([0; 1024]).ok()
        };
        Events(open())
    }

    /// Waits for a change; forever if there is no watch.
    async fn next(&mut self) {
        use futures_util::StreamExt;

        if let Some(stream) = &mut self.0
            && stream.next().await.is_some_and(|event| event.is_ok())
        {
            return;
        }
        self.0 = None;
        std::future::pending().await
    }
}

/// The given folders, and the folders of the given files.
#[cfg(target_os = "linux")]
fn folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            below(path, 0, &mut all);
        }
        // The link itself may be moved.
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        all.push(parent.unwrap_or(Path::new(".")).to_owned());
    }
    all.sort();
    all.dedup();
    all
}

#[cfg(target_os = "linux")]
fn below(folder: &Path, depth: usize, all: &mut Vec<PathBuf>) {
    all.push(folder.to_owned());
    if depth < crate::snapshot::MAX_DEPTH
        && let Ok(entries) = std::fs::read_dir(folder)
    {
        let inner = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
        inner.for_each(|inner| below(&inner, depth + 1, all));
    }
}

#[cfg(not(target_os = "linux"))]
struct Events;

#[cfg(not(target_os = "linux"))]
impl Events {
    fn of(_: &[PathBuf]) -> Events {
        Events
    }

    async fn next(&mut self) {
        std::future::pending().await
    }
}
