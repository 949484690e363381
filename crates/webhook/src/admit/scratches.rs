//! A pool of scratch buffers, which later requests reuse.
//!
//! Easy to break: a scratch keeps as much memory as the largest object that it was used for. Scratches of
//! large objects are dropped, so that a few such objects do not use memory forever.

use std::sync::{Mutex, PoisonError};

use crdc::Scratch;

/// The size of objects up to which their scratch is reused.
const SMALL_OBJECT: usize = 1 << 20;
/// The number of scratches that are kept: requests run on a few threads.
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
