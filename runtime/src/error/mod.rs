//! Errors: rules as constants, raised as places on the tape, worded only when asked for.

mod field_error;
pub(crate) mod literal;
mod raised;
mod report;
mod rule;
mod text;
pub(crate) mod union;

pub use field_error::{ErrorSource, ErrorType, FieldError};
pub(crate) use raised::Raised;
pub(crate) use report::{Report, worded};
pub use rule::{Bound, Kinds, ListKey, Literal, Rule, kinds};
pub(crate) use text::json;
