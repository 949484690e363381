//! Limits the work of patches. In: work, as it is done. Out: a stop.
//!
//! Easy to break: a short patch can copy a value into itself again and again, nest it ever deeper, read a
//! long text with every operation, or move the items of a long list. All of it is counted; the server limits
//! copies and operations only.

use crdc::{Cause, Details, Status};

use crate::response::refusal::Refusal;

/// The server's limit.
// apiserver: endpoints/handlers/patch.go maxJSONPatchOperations
pub(super) const MOST_OPERATIONS: usize = 10_000;
/// The server's limit of what copies add, in bytes.
// apiserver: server/config.go JSONPatchMaxCopyBytes
const MOST_COPIED: usize = 3 << 20;
/// Blocks of 16 bytes that are read, and of 16 items that are moved.
const MOST_WORK: usize = 4_000_000;
/// The depth to which a patch may nest an object.
const MOST_LEVELS: usize = 1_000;

/// The reason why a patch is not applied.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// In the words of the server's library, which the server keeps to itself.
    Failed(String),
    /// The patch does too much.
    TooMuch,
    /// The server's library panics.
    Panics,
}

/// The work of a patch so far.
#[derive(Debug, Default)]
pub(super) struct Work {
    done: usize,
    copied: usize,
    /// An upper bound of how deep the opened values are.
    levels: usize,
}

impl Work {
    /// So many bytes are read.
    pub(super) fn bytes(&mut self, count: usize) -> Result<(), Stop> {
        self.add(count / 16)
    }

    /// So many items of a list change their places.
    pub(super) fn moved(&mut self, items: usize) -> Result<(), Stop> {
        self.add(items / 16)
    }

    fn add(&mut self, done: usize) -> Result<(), Stop> {
        self.done = self.done.saturating_add(done);
        if self.done > MOST_WORK { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// So many bytes are copied.
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

    /// A path of so many keys is followed.
    pub(super) fn reaches(&mut self, keys: usize) -> Result<(), Stop> {
        self.levels = self.levels.max(keys.saturating_add(1));
        if self.levels > MOST_LEVELS { Err(Stop::TooMuch) } else { Ok(()) }
    }

    /// A value at a path of `from` keys is put at one of `to` keys.
    pub(super) fn moves(&mut self, from: usize, to: usize) -> Result<(), Stop> {
        self.reaches(to.saturating_add(self.levels.saturating_sub(from)))
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        match stop {
            // The server does not say why a patch cannot be applied; the cause here does.
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

/// 413.
pub(super) fn too_large(message: &str) -> Refusal {
    Status::new(413, "RequestEntityTooLarge", format!("Request entity too large: {message}")).into()
}
