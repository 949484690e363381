//! The decoded object: a flat list of entries that point into texts, which are not copied.
//!
//! In: the entries that the decoder appended. Out: walks, paths, equality, the stored text. An entry's
//! offsets are relative to its origin; always use [`Tape`].
//!
//! An entry has 20 bytes (`entry`): offset of the key, field number in the schema of the parent, flags, kind,
//! offsets of the value, and `next`, the index after the subtree. Strings and numbers stay in the text; only
//! strings with escapes are also unescaped, into a buffer beside the tape.
//!
//! - **The offsets of an entry depend on its origin**, the low two bits of its flags: the input, the constant
//!   defaults, fragments (created during a request, such as coerced metadata) or the old object. While a text
//!   is decoded, its entries have the origin of the input, whatever it is; they get theirs at its end, so
//!   that the flags of an entry are a constant where it is written.
//! - **Only closed containers may be walked.** In an open one, `next` and `end` have other meanings.
//! - **Equal keys have equal bytes.** Keys with unneeded escapes or invalid UTF-8 never reach the tape: the
//!   text is normalized first.
//! - **A dead entry is not stored, nor is anything below it.** It stays on the tape with its reason:
//!   `PRUNED`, `REPEATED` (replaced by a later duplicate key) or none (a dropped null, a dropped status,
//!   coerced metadata). Unknown and duplicate fields are reported by walking dead entries.
//! - **The tape never moves after decoding**, so indices stay valid. The only addition is a status from the
//!   other object, appended as a child of the root.
//! - **`TOUCHED` marks a container that changed after decoding.** Containers without it on both sides are
//!   equal if their texts are.
//! - **`CHANGED` marks a container that differs from its text.** If the number of counted changes equals the
//!   number of splices, only members were added.
//! - **Defaults and fragments are in stored form.** They are decoded by the same functions, and decoding
//!   never changes them.

mod dedup;
mod entry;
mod equal;
mod render;
mod splice;
mod view;
mod walk;

pub use dedup::{dedup, present};
pub use entry::{
    CHANGED, DEAD, DEFAULTS, ESCAPED, Entry, FRAGMENTS, INPUT, Kind, MAP_KEY, NO_FIELD, NO_KEY, NOTHING, OLD,
    ORIGIN, PRUNED, REPEATED, TOUCHED, UNSORTED, WHOLE_FLOAT,
};
pub use equal::{First, differ, differ_in_step, equal, same_bytes};
pub use render::{Open, render, render_if_changed};
pub use splice::{Splice, splice};
pub use view::{Tape, push_unescaped, unescaped};
pub use walk::{ChildEntries, Children, LiveEntries, any_field, live_field};
