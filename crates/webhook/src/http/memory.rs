//! Limits the memory of all bodies together. In: how long a body may become. Out: leave to read it.
//!
//! Easy to break: a body has leave for all of its bytes before they are read, so that bodies which are read
//! in part never wait for each other. Short bodies have a part of the memory for themselves, so that long
//! ones keep none of them waiting. The beginning of a long body is read before the rest has leave, so that a
//! client which sends nothing holds little; these have a part of their own too. A waiting request ends the
//! bodies that do not arrive.

use std::pin::pin;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep_until;

use super::slow::Slow;
use crate::Limits;
use crate::blocking::SHORT;

/// The memory of bodies.
#[derive(Debug)]
pub(super) struct Memory {
    short: Arc<Semaphore>,
    beginnings: Arc<Semaphore>,
    long: Arc<Semaphore>,
    /// Long bodies that are computed with.
    work: Arc<Semaphore>,
    pub(super) slow: Arc<Slow>,
}

/// Leave to have so many bytes in memory.
pub(super) type Leave = OwnedSemaphorePermit;

/// So much of a long body is read before there is leave for all of it.
const BEGINNING: usize = 16 << 10;

impl Memory {
    pub(super) fn new(limits: &Limits, slow: Arc<Slow>) -> Memory {
        // One body of each kind must fit.
        let (half, eighth) = (limits.bodies / 2, limits.bodies / 8);
        let semaphore = |bytes: usize| Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)));
        Memory {
            short: semaphore((half - eighth).max(SHORT)),
            beginnings: semaphore(eighth.max(BEGINNING)),
            long: semaphore(half.max(limits.body)),
            // As much as one body may have: what is computed of them takes many times their bytes.
            work: semaphore(limits.body.max(SHORT)),
            slow,
        }
    }

    /// Leave to begin with a body that may have so many bytes, and for how many it is.
    pub(super) async fn begin(&self, bytes: usize) -> (Option<Leave>, usize) {
        match bytes {
            short if short <= SHORT => (self.leave(&self.short, short).await, short),
            _ => (self.leave(&self.beginnings, BEGINNING).await, BEGINNING),
        }
    }

    /// Leave for all of a long body.
    pub(super) async fn long(&self, bytes: usize) -> Option<Leave> {
        self.leave(&self.long, bytes).await
    }

    /// Waits until others leave.
    async fn leave(&self, part: &Arc<Semaphore>, bytes: usize) -> Option<Leave> {
        let count = u32::try_from(bytes).unwrap_or(u32::MAX);
        if let Ok(leave) = Arc::clone(part).try_acquire_many_owned(count) {
            return Some(leave);
        }
        let mut leave = pin!(Arc::clone(part).acquire_many_owned(count));
        loop {
            let (_, again) = self.slow.make_room();
            tokio::select! {
                biased;
                // The semaphore is never closed.
                leave = leave.as_mut() => return leave.ok(),
                () = sleep_until(again) => {}
            }
        }
    }

    /// Leave to compute with a body of so many bytes; none is needed for a short one.
    pub(super) async fn work(&self, bytes: usize) -> Option<Leave> {
        if bytes <= SHORT {
            return None;
        }
        let count = u32::try_from(bytes).unwrap_or(u32::MAX);
        Arc::clone(&self.work).acquire_many_owned(count).await.ok()
    }
}
