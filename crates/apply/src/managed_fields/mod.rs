//! Apply and update for a server: objects of Kubernetes with `metadata.managedFields`.

mod annotation;
mod cap;
mod entries;
mod error;
mod identity;
mod last_applied;
mod manager;
mod object;
mod requests;
mod scale;
mod time;
mod tracking;
mod versions;

pub use entries::ManagedFields;
pub use error::{ApplyError, Cause};
pub use manager::{FieldManager, Options};
pub use requests::{after_admission, keep_times};
pub use scale::ScaleHandler;
pub use time::Time;
pub use versions::{SingleVersion, Versions};
