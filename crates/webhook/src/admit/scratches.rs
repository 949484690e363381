//! A pool of scratches, which later requests reuse.
//!
//! Easy to break: a scratch keeps the memory of the largest object that it had. Those of large objects are
//! dropped, so that a few of them do not stay in memory for good.

use std::sync::{Mutex, PoisonError};

use crdc::Scratch;

/// Objects up to this size leave their scratch for others.
const SMALL_OBJECT: usize = 1 << 20;
/// More are not kept: requests run on a few threads.
const MOST_SCRATCHES: usize = 64;

/// Scratches that are not in use.
#[derive(Debug, Default)]
pub(crate) struct Scratches {
    free: Mutex<Vec<Scratch>>,
}

impl Scratches {
    /// Calls `run` with a scratch, for objects of `size` bytes. A panic drops the scratch.
    pub(crate) fn with<T>(&self, size: usize, run: impl FnOnce(&mut Scratch) -> T) -> T {
        let taken = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut scratch = taken.unwrap_or_default();
        let done = run(&mut scratch);
        if size <= SMALL_OBJECT {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            if free.len() < MOST_SCRATCHES {
                free.push(scratch);
            }
        }
        done
    }
}
