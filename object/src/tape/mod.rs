//! The decoded object: a flat list of entries that point into texts, which are not copied.
//!
//! In: the entries that the decoder appended. Out: walks, paths, equality, the stored text. An entry's
//! offsets are relative to its origin; always use [`Tape`].

mod dedup;
mod entry;
mod equal;
mod render;
mod splice;
mod view;
mod walk;

pub use dedup::{dedup, present};
pub use entry::{
    CHANGED, DEAD, DEFAULTS, ESCAPED, Entry, FRAGMENTS, INPUT, Kind, MAP_KEY, NO_FIELD, NO_KEY, OLD, ORIGIN,
    PRUNED, REPEATED, TOUCHED, UNSORTED,
};
pub use equal::{First, differ, equal, same_bytes};
pub use render::{Open, render, render_if_changed};
pub use splice::{Splice, splice};
pub use view::{Tape, unescaped};
pub use walk::{ChildEntries, Children, any_field, live_field};
