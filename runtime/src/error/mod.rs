//! Errors: rules are constants, violations are positions on the tape, and messages are created on demand.

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
pub use failed_rule::FailedRule;
pub(crate) use failed_rule::{Reported, WhichRule};
pub use field_error::{ErrorSource, ErrorType, FieldError};
pub(crate) use lines::Lines;
pub use message::Message;
pub(crate) use report::{Report, worded};
pub use rule::{Bound, Kinds, ListKey, Literal, Rule, kinds};
pub(crate) use texts::Texts;
pub(crate) use value::{json, keys};
pub(crate) use violation::Violation;

#[cfg(test)]
mod tests;
