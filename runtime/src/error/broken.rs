//! A broken CEL rule, before the step of rules has computed whether its value changed.

use super::{FieldError, WhichRule};

/// A broken rule that may become an error or a warning.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// The value that has the rule.
    pub(crate) at: u32,
    /// Whether the rule uses the old value, or could not be evaluated; then it is always an error.
    pub(crate) transition: bool,
    pub(crate) error: FieldError,
    /// The rule.
    pub(crate) rule: Option<WhichRule>,
}
