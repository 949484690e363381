//! Apply and update: computes the new owners and the conflicts.
//!
//! Managers are plain names here. [`crate::FieldManager`] adds times, entries and metadata.
//
// structured-merge-diff: merge/update.go

mod conflict;
mod converter;
mod error;
mod managers;
mod prune;
mod updater;

pub use conflict::{Conflict, Conflicts};
pub use converter::{ConvertError, Converter, SameVersion};
pub use error::MergeError;
pub use managers::{Managers, VersionedSet};
pub use updater::Updater;
