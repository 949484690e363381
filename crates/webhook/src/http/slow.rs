//! Ends slow bodies when other requests wait for memory. In: the progress of each body. Out: a signal that
//! ends the bodies which arrive too slowly.
//!
//! Easy to break: a body counts as slow only while the server waits for its client. A request that waits for
//! memory or a place is not slow. A client gains nothing by sending single bytes: only a part of a minimum
//! length counts as progress.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

/// The time after which a client that has not sent a [`PART`] is slow.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);
/// The number of bytes that a client must send in this time, unless fewer are left.
pub(super) const PART: usize = 64 << 10;
/// The shortest time between two searches for slow bodies, since many requests may ask for memory.
const OFTEN: Duration = Duration::from_millis(20);

/// The bodies that are being read.
#[derive(Debug, Default)]
pub(crate) struct Slow {
    all: Mutex<Vec<Weak<Arriving>>>,
    /// The time from which slow bodies can be searched again.
    again: Mutex<Option<Instant>>,
}

/// A body that is being read.
#[derive(Debug, Default)]
pub(super) struct Arriving {
    waits: Mutex<Waits>,
    unwanted: Notify,
}

#[derive(Debug, Default)]
struct Waits {
    /// The time since which the server waits for the client; `None` if it does not wait.
    since: Option<Instant>,
    /// The number of bytes that have arrived since then.
    arrived: usize,
}

impl Slow {
    /// Adds a body.
    pub(super) fn add(&self) -> Arc<Arriving> {
        let added = Arc::default();
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        // Ended bodies are removed when the list would grow, so an addition takes amortized constant time.
        if all.len() == all.capacity() {
            all.retain(|known| known.strong_count() > 0);
        }
        all.push(Arc::downgrade(&added));
        added
    }

    /// Signals all slow bodies to end. Returns whether there were any, and when the next body may be slow.
    pub(crate) fn make_room(&self) -> (bool, Instant) {
        let now = Instant::now();
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(again) = again.filter(|again| *again > now) {
            return (false, again);
        }
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let mut any = false;
        // A body that comes later is not slow before that.
        let mut next = now + PATIENCE;
        for known in all.iter().filter_map(Weak::upgrade) {
            let Some(end) = known.ends() else { continue };
            if end <= now {
                known.unwanted.notify_one();
                any = true;
            } else {
                next = next.min(end);
            }
        }
        let next = next.max(now + OFTEN);
        *again = Some(next);
        (any, next)
    }
}

impl Arriving {
    /// Records that the server waits for the client.
    pub(super) fn waits(&self) {
        self.lock().since.get_or_insert_with(Instant::now);
    }

    /// Records that bytes have arrived.
    pub(super) fn arrived(&self, bytes: usize) {
        let mut waits = self.lock();
        waits.arrived += bytes;
        if waits.arrived >= PART {
            *waits = Waits::default();
        }
    }

    /// Records that the server no longer waits for the client.
    pub(super) fn pauses(&self) {
        *self.lock() = Waits::default();
    }

    /// Waits until the body is slow and other requests need memory.
    pub(super) async fn unwanted(&self) {
        loop {
            self.unwanted.notified().await;
            // Data may have arrived meanwhile.
            if self.is_slow() {
                return;
            }
        }
    }

    fn is_slow(&self) -> bool {
        self.ends().is_some_and(|end| end <= Instant::now())
    }

    /// The time at which the client becomes slow, if nothing arrives.
    fn ends(&self) -> Option<Instant> {
        self.lock().since.and_then(|since| since.checked_add(PATIENCE))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waits> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
