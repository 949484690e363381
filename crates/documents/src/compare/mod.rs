//! Compares CustomResourceDefinitions. In: an old and a new document. Out: the effects of the change on
//! stored objects: pruned fields, rejected values, and the errors that are ratcheted on updates.
//!
//! `sources.rs` finds the documents with the same name, and `document.rs` compares two documents. Each topic
//! is a file with a function over a `Pair` of schemas; `walk.rs` has the table of topics. `groups.rs` groups
//! equal changes, and `words.rs` renders the groups. **Unchanged parts are not reported**: comparing a
//! document with itself gives no changes. `tightened` and `loosened` are always correct; if the direction is
//! unknown, the change is `changed`.
//!
//! Schemas are compared, not plans, because a change needs a span. `tightened` and `loosened` hold for every
//! value, keyword by keyword, and swapping the documents swaps the result. Rules of the enclosing objects see
//! defaulted and pruned fields (`Validator` in `pair.rs`).

mod change;
mod conversion;
mod defaults;
mod document;
mod enums;
mod fields;
mod groups;
mod json;
mod junctors;
mod limits;
mod lists;
mod markdown;
mod marks;
mod meaning;
mod pair;
mod patterns;
mod required;
mod rules;
mod served;
mod sources;
mod sums;
mod texts;
mod type_set;
mod types;
mod unions;
mod versions;
mod walk;
mod words;

pub use change::{Change, Effect, Impact, Kind, Policy, Ratcheted};
pub use document::compare;
pub use served::served_versions;
pub use sources::{Compared, Comparison, compare_all, compare_sources, has_crds, unreadable};
pub use sums::totals;
pub use words::render;
