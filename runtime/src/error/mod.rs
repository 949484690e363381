//! Errors: rules are constants, violations are positions on the tape, and messages are created on demand.
//!
//! - A `Violation` is the index of a value on the tape, the index of the value that owns the error, and a
//!   reference to a `Rule`. Moving it moves both indices, because ratcheting uses the owner.
//! - **Errors belong to entries.** An error is ignored if its entry or an ancestor is dead when the answer is
//!   built, so code that drops a subtree need not handle its errors.
//! - The outcome sorts errors by position, and `report` builds the messages in one walk of the tape. Paths
//!   are not copied: they share prefixes, and messages refer to them; both are formatted when printed.
//! - **Errors borrow nothing.** The text of a constant in an error is reference-counted, and the errors of a
//!   request share it (`texts`).
//! - Only `lines` writes errors into an answer: at most 1 MiB, without duplicates. `text` has the server's
//!   sentences.
//! - Errors of other steps go to `Findings::before` (type meta, metadata) or `Findings::after`.

mod broken;
mod failed_rule;
mod field_error;
mod lines;
mod message;
mod report;
mod rule;
mod text;
mod texts;
pub(crate) mod union;
mod value;
mod violation;

pub(crate) use broken::Broken;
pub use crdc_vocabulary::{ErrorType, Expected};
pub use failed_rule::FailedRule;
pub(crate) use failed_rule::{Reported, WhichRule};
pub use field_error::{ErrorSource, FieldError};
pub(crate) use lines::Lines;
pub use message::Message;
pub(crate) use report::{Report, worded};
pub use rule::{Bound, Kinds, ListKey, Literal, Rule, kinds};
pub(crate) use texts::Texts;
pub(crate) use value::{json, keys};
pub(crate) use violation::Violation;

#[cfg(test)]
mod tests;
