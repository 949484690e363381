//! Limits the memory of all bodies together. In: the length of a body. Out: a permit to read it.
//!
//! Easy to break: a body gets the permit for all of its bytes before they are read, so that partly read
//! bodies never wait for each other. Short bodies have a part of the memory of their own, so that long bodies
//! do not delay them. The beginning of a long body is read before it gets the permit for the rest, so that a
//! client which sends nothing uses little memory; beginnings have a part of their own too. A waiting request
//! ends bodies that arrive too slowly.

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
    /// The memory of long bodies that are being processed.
    work: Arc<Semaphore>,
    pub(super) slow: Arc<Slow>,
}

/// A permit to have a number of bytes in memory.
pub(super) type Leave = OwnedSemaphorePermit;

/// The number of bytes of a long body that are read before it gets the permit for all of it.
const BEGINNING: usize = 16 << 10;

impl Memory {
    pub(super) fn new(limits: &Limits, slow: Arc<Slow>) -> Memory {
        // Each part must have room for one body.
        let (half, eighth) = (limits.bodies / 2, limits.bodies / 8);
        let semaphore = |bytes: usize| Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)));
        Memory {
            short: semaphore((half - eighth).max(SHORT)),
            beginnings: semaphore(eighth.max(BEGINNING)),
            long: semaphore(half.max(limits.body)),
            // The longest body fits: processing takes many times the bytes of a body.
            work: semaphore(limits.body.max(SHORT)),
            slow,
        }
    }

    /// Waits for the permit to begin with a body of this length. Returns it with the number of bytes that it
    /// is for.
    pub(super) async fn begin(&self, bytes: usize) -> (Option<Leave>, usize) {
        match bytes {
            short if short <= SHORT => (self.leave(&self.short, short).await, short),
            _ => (self.leave(&self.beginnings, BEGINNING).await, BEGINNING),
        }
    }

    /// Waits for the permit for all of a long body.
    pub(super) async fn long(&self, bytes: usize) -> Option<Leave> {
        self.leave(&self.long, bytes).await
    }

    /// Waits until other bodies release their memory.
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

    /// Waits for the permit to process a body of this length; a short body needs none.
    pub(super) async fn work(&self, bytes: usize) -> Option<Leave> {
        if bytes <= SHORT {
            return None;
        }
        let count = u32::try_from(bytes).unwrap_or(u32::MAX);
        Arc::clone(&self.work).acquire_many_owned(count).await.ok()
    }
}
