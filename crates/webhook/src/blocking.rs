//! Runs long work on threads of its own, and signals it to stop when its request ends.
//!
//! Easy to break: a thread cannot be ended from outside. When its request ends, because of a timeout or
//! because its client has disconnected, the work gets a signal to stop, and has to check the signal often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::HttpError;

/// The size of bodies up to which they are answered on the thread that serves the connection. A longer body
/// would delay other connections.
pub(crate) const SHORT: usize = 128 << 10;

/// A signal that work should stop, because its result is not needed any more. Clones share the signal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work should end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sends the signal when it is dropped.
struct Asks(Stop);

impl Drop for Asks {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` on a thread that delays no connection. If the request has ended by then, the work is not
/// started.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Result<T, HttpError> {
    let stop = Stop::default();
    let _asks = Asks(stop.clone());
    let begun = tokio::task::spawn_blocking(move || (!stop.is_asked()).then(|| work(&stop)));
    match begun.await {
        Ok(Some(done)) => Ok(done),
        Err(failed) if failed.is_panic() => std::panic::resume_unwind(failed.into_panic()),
        // The process is ending.
        Ok(None) | Err(_) => Err(HttpError::new(503, "the webhook is shutting down")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    use super::blocking;

    #[test]
    fn work_stops_when_nobody_waits_for_it() {
        let one_thread = tokio::runtime::Builder::new_multi_thread().max_blocking_threads(1).build().unwrap();
        let ((begins, begun), (releases, released), (ends, ended)) = (channel(), channel(), channel());
        let first = one_thread.spawn(blocking(move |stop| {
            begins.send(stop.is_asked()).unwrap();
            released.recv().unwrap();
            ends.send(stop.is_asked()).unwrap();
        }));
        assert!(!begun.recv().unwrap());
        // These wait for the thread, and are not begun: their requests end before.
        let count = Arc::new(AtomicUsize::new(0));
        let others: Vec<_> = (0..20)
            .map(|_| {
                let count = Arc::clone(&count);
                one_thread.spawn(blocking(move |_| count.fetch_add(1, Ordering::Relaxed)))
            })
            .collect();
        others.iter().for_each(tokio::task::JoinHandle::abort);
        first.abort();
        one_thread.block_on(async {
            assert!(first.await.is_err());
            for task in others {
                assert!(task.await.is_err());
            }
        });
        releases.send(()).unwrap();
        assert!(ended.recv().unwrap(), "the first is asked to stop");
        // The later work runs.
        assert_eq!(one_thread.block_on(blocking(|_| 7)).unwrap(), 7);
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }
}
