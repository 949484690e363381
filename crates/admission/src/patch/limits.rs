//! Limits the work of patches. In: the amount of work before it is done. Out: an error if the limit is
//! reached.
//!
//! Easy to break: a short patch can copy a value into itself again and again, nest it ever deeper, read a
//! long text with every operation, or move the items of a long list. All of this work is counted; the server
//! limits copies and operations only.

use crdc::{Cause, Details, Status};

use crate::response::refusal::Refusal;

/// The server's limit of operations.
// apiserver: endpoints/handlers/patch.go maxJSONPatchOperations
pub(super) const MOST_OPERATIONS: usize = 10_000;
/// The server's limit of the bytes that copies add.
// apiserver: server/config.go JSONPatchMaxCopyBytes
const MOST_COPIED: usize = 3 << 20;
/// The limit of blocks of 16 bytes that are read, and of 16 items that are moved.
const MOST_WORK: usize = 4_000_000;
/// The depth to which a patch may nest an object.
const MOST_LEVELS: usize = 1_000;

/// The reason why a patch is not applied.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The server's library fails with this error, which the server does not return.
    Failed(String),
    /// The patch needs too much work.
    TooMuch,
    /// The server's library panics.
    Panics,
}

/// The work of a patch so far.
#[derive(Debug, Default)]
pub(super) struct Work {
    done: usize,
    copied: usize,
    /// An upper bound of the depth of the opened values.
    levels: usize,
}

impl Work {
    /// Counts bytes that are read.
    pub(super) fn bytes(&mut self, count: usize) -> Result<(), Stop> {
        self.add(count / 16)
    }

    /// Counts items of a list that change their positions.
    pub(super) fn moved(&mut self, items: usize) -> Result<(), Stop> {
        self.add(items / 16)
    }

    fn add(&mut self, done: usize) -> Result<(), Stop> {
        self.done = self.done.saturating_add(done);
        if self.done > MOST_WORK { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// Counts bytes that are copied.
    pub(super) fn copied(&mut self, bytes: usize) -> Result<(), Stop> {
        self.bytes(bytes)?;
        self.copied = self.copied.saturating_add(bytes);
        if self.copied <= MOST_COPIED {
            return Ok(());
        }
        Err(Stop::Failed(format!(
            "Unable to complete the copy, the accumulated size increase of copy is {}, exceeding the limit {MOST_COPIED}",
            self.copied
        )))
    }

    /// Counts the keys of a path that is followed.
    pub(super) fn reaches(&mut self, keys: usize) -> Result<(), Stop> {
        self.levels = self.levels.max(keys.saturating_add(1));
        if self.levels > MOST_LEVELS { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// Counts a move of a value from a path of `from` keys to a path of `to` keys.
    pub(super) fn moves(&mut self, from: usize, to: usize) -> Result<(), Stop> {
        self.reaches(to.saturating_add(self.levels.saturating_sub(from)))
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        match stop {
            // The server does not return the reason why a patch cannot be applied; the cause here contains
            // it.
            // apimachinery: api/errors/errors.go NewGenericServerResponse
            Stop::Failed(why) => {
                let message = "the server rejected our request due to an error in our request";
                let mut details = Details::new("", "", "");
                details.causes.push(Cause::new("", why, ""));
                Status::new(422, "Invalid", message).about(details).into()
            }
            Stop::TooMuch => too_large(
                "The patch takes too much work: it reads, copies or moves too much, or nests values too deep",
            ),
            // apiserver: server/filters/wrap.go WithPanicRecovery
            Stop::Panics => {
                let message = "This request caused apiserver to panic. Look in the logs for details.";
                Status::new(500, "InternalError", message).into()
            }
        }
    }
}

/// The refusal with code 413.
pub(super) fn too_large(message: &str) -> Refusal {
    Status::new(413, "RequestEntityTooLarge", format!("Request entity too large: {message}")).into()
}
